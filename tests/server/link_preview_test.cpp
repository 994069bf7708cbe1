// What other programs show of a link: in which language, with nothing hidden, and safe whatever
// players call themselves. And which pages may be framed.
#include "server/link_preview.hpp"

#include <gtest/gtest.h>

#include "server/http.hpp"

namespace sixfold::server {
namespace {

using Kind = LinkTarget::Kind;

constexpr std::string_view texts = R"({
  "en": {"app.name": "Sixfold", "app.tagline": "Six games.", "app.locale": "en-GB",
         "daily.title": "Game of the day", "link.daily": "The same bag.",
         "link.ended": "{game}: replay it.", "link.review": "{game}: judged.",
         "link.waiting": "{game}: sit down.", "link.running": "{game}: watch.",
         "game.base.name": "Classic", "game.star-wars.name": "Star Wars",
         "bot.greedy.name": "Greedy"},
  "de": {"app.name": "Sixfold", "app.tagline": "Sechs Spiele.", "app.locale": "de-DE",
         "link.ended": "{game}: nachspielen.", "game.base.name": "Klassisch"}})";

LinkMaker maker() { return {"https://play.example", true, LinkTexts(texts)}; }

/// A table as anyone may see it.
Json table(const std::string& status, const std::string& name = "Ann") {
  Json json = {{"game", std::string(32, 'a')},
               {"code", "BCDFGH"},
               {"status", status},
               {"plan", {{"variant", "base"}}},
               {"theme", "classic"}};
  for (const std::string& one : {name, std::string("greedy")}) {
    json["seats"].push_back({{"name", one}});
    if (status != "waiting") json["view"]["seats"].push_back({{"name", one}, {"score", 40}});
  }
  return json;
}

TEST(LinkTexts, TheLanguageIsTheBestThatThereIs) {
  const LinkTexts all(texts);
  for (const auto& [accepted, wanted] :
       std::vector<std::pair<std::string_view, std::string>>{{"", "en"},
                                                             {"de", "de"},
                                                             {"de-CH, de;q=0.9, en;q=0.8", "de"},
                                                             {"fr, de;q=0.4, en;q=0.3", "de"},
                                                             {"de;q=0.2,en", "en"},
                                                             {"DE-at", "de"},
                                                             {"fr,*", "en"},
                                                             {"de;q=0", "en"},
                                                             {"de;q=nan, de;q=inf, de;q=-1", "en"},
                                                             {"de;q=x, ;;q=1,=,-", "en"},
                                                             {std::string_view("de\0", 3), "en"}})
    EXPECT_EQ(all.language_for(accepted), wanted) << accepted;
}

TEST(LinkTexts, AFileThatIsNotWhatItShouldBeIsNoReasonToFail) {
  for (const std::string_view json : {"", "[]", R"({"en": 3})", R"({"en": {"app.name": []}})"}) {
    const LinkTexts none(json);
    EXPECT_EQ(none.text(none.language_for("de"), "app.name"), "app.name");
  }
}

TEST(LinkTarget, OfEveryKindOfAddress) {
  EXPECT_EQ(link_target("/g/abc"), (LinkTarget{Kind::record, "abc", false}));
  EXPECT_EQ(link_target("/g/abc/"), (LinkTarget{Kind::record, "abc", false}));
  EXPECT_EQ(link_target("/embed/g/abc"), (LinkTarget{Kind::record, "abc", true}));
  EXPECT_EQ(link_target("/review/abc"), (LinkTarget{Kind::review, "abc", false}));
  EXPECT_EQ(link_target("/t/BCDFGH"), (LinkTarget{Kind::table, "BCDFGH", false}));
  EXPECT_EQ(link_target("/daily"), (LinkTarget{Kind::daily, "", false}));
  for (const std::string_view path : {"/", "/embed", "/embed/g", "/review", "/games", "/account"})
    EXPECT_EQ(link_target(path), LinkTarget{}) << path;
}

TEST(LinkPreview, AFinishedGameHasItsPlayersPointsAndPicture) {
  const LinkPreview of = maker().preview({Kind::record, "x", false}, table("ended"), "en");
  EXPECT_EQ(of.title, "Ann 40 – Greedy 40");
  EXPECT_EQ(of.text, "Classic: replay it.");
  EXPECT_EQ(of.address, "https://play.example/g/" + std::string(32, 'a'));
  EXPECT_EQ(of.picture, "https://play.example/api/games/" + std::string(32, 'a') + "/picture");
  EXPECT_EQ(of.locale, "en_GB");
  EXPECT_EQ(maker().preview({Kind::record, "x", false}, table("ended"), "de").text,
            "Klassisch: nachspielen.");
  const LinkPreview review = maker().preview({Kind::review, "x", false}, table("ended"), "en");
  EXPECT_EQ(review.text, "Classic: judged.");
  EXPECT_EQ(review.address, "https://play.example/review/" + std::string(32, 'a'));
  LinkMaker plain = maker();
  plain.draws_pictures = false;
  EXPECT_EQ(plain.preview({Kind::record, "x", false}, table("ended"), "en").picture,
            "https://play.example/preview.png");
}

TEST(LinkPreview, LinksToRecordsTellNothingAboutGamesThatAreNotOver) {
  Json closed = table("ended");
  closed.erase("view");
  for (const Json& one : {table("waiting"), table("running"), closed, Json(), Json(3)})
    for (const Kind kind : {Kind::record, Kind::review}) {
      const LinkPreview of = maker().preview({kind, "x", true}, one, "en");
      EXPECT_EQ(of.title, "Sixfold");
      EXPECT_EQ(of.address, "https://play.example/");
      EXPECT_EQ(of.picture, "https://play.example/preview.png");
    }
}

TEST(LinkPreview, AnOpenTableHasItsPlayersButNoPointsAndNoPosition) {
  const LinkPreview waiting = maker().preview({Kind::table, "x", false}, table("waiting"), "en");
  EXPECT_EQ(waiting.title, "Ann – Greedy");
  EXPECT_EQ(waiting.text, "Classic: sit down.");
  EXPECT_EQ(waiting.address, "https://play.example/t/BCDFGH");
  const LinkPreview running = maker().preview({Kind::table, "x", false}, table("running"), "en");
  EXPECT_EQ(running.title, "Ann – Greedy");
  EXPECT_EQ(running.text, "Classic: watch.");
  for (const LinkPreview& of : {waiting, running})
    EXPECT_EQ(of.picture, "https://play.example/preview.png");
  EXPECT_EQ(maker().preview({Kind::table, "x", false}, table("ended"), "en").title,
            "Ann 40 – Greedy 40");
}

TEST(LinkPreview, NamesCannotLeaveTheirTag) {
  const std::string page = "<head><title>Sixfold</title></head><body></body>";
  const std::string clean =
      page_with(page, maker().preview({Kind::record, "x", false}, table("ended"), "en"));
  const auto count = [](const std::string& text, char wanted) {
    return std::ranges::count(text, wanted);
  };
  for (const std::string& name :
       {std::string("\"><script>alert(1)</script>"), std::string("</title><img src=x onerror=y>"),
        std::string("' onload='x"), std::string("&quot;&lt;"), std::string("{game}"),
        std::string("<!--"), std::string("\xe2\x80\xae<b>")}) {
    const std::string made =
        page_with(page, maker().preview({Kind::record, "x", false}, table("ended", name), "en"));
    for (const char mark : {'<', '>', '"', '\''})
      EXPECT_EQ(count(made, mark), count(clean, mark)) << made;
    EXPECT_NE(made.find(html_escaped(name) + " 40"), std::string::npos) << made;
    EXPECT_EQ(made.find("{game}") != std::string::npos, name == "{game}");
  }
}

TEST(LinkPreview, TheTagsAreInTheHead) {
  const LinkPreview preview{"A & B", "Text", "https://x/", "https://x/p.png", "de_DE"};
  const std::string made = page_with("<head><title>Sixfold</title></head><body></body>", preview);
  EXPECT_TRUE(made.starts_with("<head><title>A &amp; B</title>\n    <meta property=\"og:"));
  EXPECT_TRUE(made.ends_with("/></head><body></body>"));
  for (const std::string_view tag :
       {R"("og:title" content="A &amp; B")", R"("og:description" content="Text")",
        R"("og:image" content="https://x/p.png")", R"("og:url" content="https://x/")",
        R"("og:locale" content="de_DE")", R"(name="twitter:card" content="summary_large_image")"})
    EXPECT_NE(made.find(tag), std::string::npos) << tag;
  for (const std::string_view page : {"", "<title>", "</title><title>", "no page"})
    EXPECT_EQ(page_with(page, preview), page);
}

TEST(Framing, OnlyTheEmbeddedPageMayBeFramed) {
  Request request;
  const auto policy_of = [](const Response& response) {
    return std::string(response.head["Content-Security-Policy"]);
  };
  const WebFile file{"text/html", "<p>", {}, "\"1\"", false};
  const std::string never = "frame-ancestors 'none'";
  EXPECT_TRUE(policy_of(respond_page(request, "<p>", Framing::never)).ends_with(never));
  EXPECT_TRUE(policy_of(respond(request, file)).ends_with(never));
  EXPECT_TRUE(policy_of(respond(request, HttpAnswer{})).ends_with(never));
  const std::string embedded = policy_of(respond_page(request, "<p>", Framing::anywhere));
  EXPECT_TRUE(embedded.ends_with("frame-ancestors *"));
  EXPECT_TRUE(embedded.starts_with("default-src 'none'"));
  EXPECT_NE(embedded.find("form-action 'none'"), std::string::npos);
}

TEST(Framing, APageIsSentAgainOnlyIfItIsAnother) {
  Request request;
  const Response first = respond_page(request, "<p>one", Framing::never);
  EXPECT_EQ(first.own_body, "<p>one");
  EXPECT_EQ(first.head[http::field::vary], "Accept-Language");
  request.set(http::field::if_none_match, first.head[http::field::etag]);
  EXPECT_EQ(respond_page(request, "<p>one", Framing::never).head.result_int(), 304U);
  EXPECT_EQ(respond_page(request, "<p>two", Framing::never).head.result_int(), 200U);
}

}  // namespace
}  // namespace sixfold::server
