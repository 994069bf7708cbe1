#include <gtest/gtest.h>

#include "record/forms.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

std::optional<Move> read(std::string_view text, std::optional<FormError>* error = nullptr) {
  FormReader reader;
  auto move = read_move(reader, *parse_json(text), Path{nullptr, "act", 0});
  if (error != nullptr) *error = reader.error();
  EXPECT_EQ(move.has_value(), !reader.error().has_value()) << text;
  return move;
}

TEST(MoveForm, EveryKindOfMoveReadsBackFromItsText) {
  const std::vector<Move> moves{
      place("Rc@0,0 Rs@1,0"), place(""), trade("Gl Gl"),  roll("Rc Gd"), roll(""),
      take("Yd@3,4"),         Pass{},    place("Pt@-3,7")};
  for (const Move& move : moves) {
    const std::string text = dump(to_json(move));
    EXPECT_EQ(read(text), move) << text;
  }
}

TEST(MoveForm, IsWrittenAsTheContractSays) {
  EXPECT_EQ(dump(to_json(Move{place("Rd@8,7")})), R"({"place":["Rd@8,7"]})");
  EXPECT_EQ(dump(to_json(Move{trade("Gl")})), R"({"trade":["Gl"]})");
  EXPECT_EQ(dump(to_json(Move{roll("Rc Gd")})), R"({"roll":["Rc","Gd"]})");
  EXPECT_EQ(dump(to_json(Move{take("Yd@3,4")})), R"({"take":"Yd@3,4"})");
  EXPECT_EQ(dump(to_json(Move{Pass{}})), R"({"pass":true})");
}

TEST(MoveForm, IgnoresFieldsItDoesNotKnow) {
  EXPECT_EQ(read(R"({"why":"so","trade":["Gl"],"ms":12})"), Move{trade("Gl")});
}

TEST(MoveForm, RefusesWhatIsNoMoveAndSaysWhere) {
  const std::vector<std::array<std::string_view, 3>> cases{
      {R"({})", "act", "act"},
      {R"({"leave":"resigned"})", "act", "act"},
      {R"({"pass":true,"trade":["Rc"]})", "act", "act"},
      {R"([])", "type", "act"},
      {R"("pass")", "type", "act"},
      {R"({"pass":false})", "type", "act.pass"},
      {R"({"pass":1})", "type", "act.pass"},
      {R"({"place":"Rc@0,0"})", "type", "act.place"},
      {R"({"place":["Rc"]})", "bad_placed_tile", "act.place[0]"},
      {R"({"place":["Rc@0,0","Rc@0,x"]})", "bad_placed_tile", "act.place[1]"},
      {R"({"trade":["Rc@0,0"]})", "unknown_tile", "act.trade[0]"},
      {R"({"trade":[null]})", "type", "act.trade[0]"},
      {R"({"roll":{"cubes":[]}})", "type", "act.roll"},
      {R"({"take":"Yd"})", "bad_placed_tile", "act.take"},
      {R"({"take":["Yd@3,4"]})", "type", "act.take"},
  };
  for (const auto& [text, code, where] : cases) {
    std::optional<FormError> error;
    EXPECT_FALSE(read(text, &error)) << text;
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->code, code) << text;
    EXPECT_EQ(error->where, where) << text;
    EXPECT_FALSE(error->message.empty());
  }
}

TEST(MoveForm, RefusesMoreTilesThanThereAre) {
  std::string text = R"({"trade":["Rc")";
  for (int i = 0; i < 108; ++i) text += R"(,"Rc")";
  std::optional<FormError> error;
  EXPECT_FALSE(read(text + "]}", &error));
  EXPECT_EQ(error->code, "too_many");
}

}  // namespace
}  // namespace sixfold::tests
