#include "terminal/drawing/screen.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#define NCURSES_NOMACROS
#include <curses.h>
#include <langinfo.h>
#include <poll.h>
#include <unistd.h>

namespace sixfold::terminal {

namespace {

constexpr int escape_delay_ms = 25;
constexpr int default_colour = -1;
constexpr int white = 255;

/// The terminal's colour for every ink and paper.
struct Palette {
  std::array<int, 12> inks;
  std::array<int, 9> papers;
};

// Readable on dark and light terminals; the six tile colours also under dark text.
constexpr Palette palette_of_256{
    {default_colour, 244, 71, 167, 38, 16, 203, 214, 227, 114, 75, 177},
    {default_colour, 238, 241, 203, 214, 227, 114, 75, 177}};
constexpr Palette palette_of_8{
    {default_colour, default_colour, COLOR_GREEN, COLOR_RED, COLOR_CYAN, COLOR_BLACK, COLOR_RED,
     COLOR_YELLOW, COLOR_YELLOW, COLOR_GREEN, COLOR_BLUE, COLOR_MAGENTA},
    {default_colour, default_colour, default_colour, default_colour, default_colour, default_colour,
     default_colour, default_colour, default_colour}};

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool codeset_is_utf8() { return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

/// A substitute for terminals without Unicode.
std::string_view ascii_of(std::string_view text) {
  static const std::map<std::string_view, std::string_view> known{
      {"─", "-"}, {"│", "|"},     {"╭", "+"},    {"╮", "+"}, {"╰", "+"}, {"╯", "+"}, {"▶", ">"},
      {"·", "."}, {"…", "."},     {"▲", "^"},    {"▼", "v"}, {"▀", " "}, {"▄", " "}, {"◎", "*"},
      {"◦", "o"}, {"●", "c"},     {"■", "s"},    {"◆", "d"}, {"♣", "l"}, {"✕", "x"}, {"✸", "t"},
      {"–", "-"}, {"⏎", "Enter"}, {"⌫", "Bksp"}, {"◂", "<"}, {"▸", ">"}, {"←", "<"}, {"→", ">"},
      {"↑", "^"}, {"↓", "v"},     {"⇧", "^"},    {"█", "#"}, {"•", "*"}};
  if (text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80) return text;
  const auto found = known.find(text);
  return found == known.end() ? "?" : found->second.substr(0, 1);
}

std::optional<Key> key_of_code(int code) {
  switch (code) {
    case KEY_UP:
      return key_of(Key::Kind::up);
    case KEY_DOWN:
      return key_of(Key::Kind::down);
    case KEY_LEFT:
      return key_of(Key::Kind::left);
    case KEY_RIGHT:
      return key_of(Key::Kind::right);
    case KEY_ENTER:
      return key_of(Key::Kind::enter);
    case KEY_BACKSPACE:
    case KEY_DC:
      return key_of(Key::Kind::backspace);
    case KEY_BTAB:
      return key_of(Key::Kind::back_tab);
    case KEY_HOME:
      return key_of(Key::Kind::home);
    case KEY_END:
      return key_of(Key::Kind::end);
    case KEY_PPAGE:
      return key_of(Key::Kind::page_up);
    case KEY_NPAGE:
      return key_of(Key::Kind::page_down);
    case KEY_RESIZE:
      return key_of(Key::Kind::resize);
    case KEY_F(1):
      return key_of(U'?');
    default:
      return std::nullopt;
  }
}

std::optional<Key> key_of_mouse() {
  MEVENT event;
  if (getmouse(&event) != OK) return std::nullopt;
  const auto at = [&](Key::Kind kind) { return Key{kind, 0, event.y, event.x}; };
  if ((event.bstate & BUTTON4_PRESSED) != 0) return at(Key::Kind::wheel_up);
  if ((event.bstate & BUTTON5_PRESSED) != 0) return at(Key::Kind::wheel_down);
  if ((event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0) return at(Key::Kind::click);
  return std::nullopt;
}

std::optional<Key> key_of_character(wint_t character) {
  switch (character) {
    case L'\r':
    case L'\n':
      return key_of(Key::Kind::enter);
    case L'\t':
      return key_of(Key::Kind::tab);
    case 8:
    case 127:
      return key_of(Key::Kind::backspace);
    case 27:
      return key_of(Key::Kind::escape);
    case 12:  // Ctrl-L: redraws everything
      return key_of(Key::Kind::resize);
    default:
      break;
  }
  if (character < L' ') return std::nullopt;
  return key_of(static_cast<char32_t>(character));
}

}  // namespace

bool set_up_locale() {
  const bool known = std::setlocale(LC_ALL, "") != nullptr;
  if (known && codeset_is_utf8()) return true;
  // A locale that names UTF-8 but is not installed still means UTF-8.
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view wanted = environment(name);
    if (wanted.empty()) continue;
    const bool utf8 = wanted.find("UTF-8") != std::string_view::npos ||
                      wanted.find("utf8") != std::string_view::npos;
    return utf8 && std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  }
  return false;
}

/// Colour pairs, created on demand.
struct Screen::Pairs {
  std::map<std::pair<int, int>, int> known;

  int of(int ink, int paper) {
    if (ink == default_colour && paper == default_colour) return 0;
    const auto [found, added] = known.try_emplace({ink, paper}, static_cast<int>(known.size()) + 1);
    if (added)
      init_pair(static_cast<short>(found->second), static_cast<short>(ink),
                static_cast<short>(paper));
    return found->second;
  }
};

std::unique_ptr<Screen> Screen::open(const ScreenOptions& options) {
  const bool unicode = set_up_locale();
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return nullptr;
  const std::string_view term = environment("TERM");
  if (term.empty() || term == "dumb" || term == "unknown") return nullptr;
  if (newterm(nullptr, stdout, stdin) == nullptr) return nullptr;
  if (tigetstr("cup") == nullptr || tigetstr("clear") == nullptr) {
    endwin();
    return nullptr;
  }
  return std::unique_ptr<Screen>(new Screen(options, unicode));
}

Screen::Screen(const ScreenOptions& options, bool unicode)
    : unicode_(unicode), pairs_(std::make_unique<Pairs>()) {
  set_escdelay(escape_delay_ms);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, nullptr);
  mouseinterval(0);
  look_.symbols = unicode && options.symbols && environment("TERM") != "linux";
  look_.colours = 0;
  if (!options.colours || !environment("NO_COLOR").empty() || !has_colors()) return;
  start_color();
  use_default_colors();
  look_.colours = COLORS >= 256 ? 256 : COLORS >= 8 ? 8 : 0;
}

Screen::~Screen() { endwin(); }

Size Screen::size() const { return {getmaxy(stdscr), getmaxx(stdscr)}; }

void Screen::show(const Canvas& canvas) {
  const auto set_style = [this](const Style& style) {
    attr_t attributes = A_NORMAL;
    int pair = 0;
    const auto ink = static_cast<std::size_t>(style.ink);
    const auto paper = static_cast<std::size_t>(style.paper);
    const bool on_bar = style.paper == Paper::bar || style.paper == Paper::cursor;
    if (look_.colours >= 256) {
      const int colour = on_bar && style.ink == Ink::plain ? white : palette_of_256.inks[ink];
      pair = pairs_->of(colour, palette_of_256.papers[paper]);
    } else {
      if (look_.colours >= 8) pair = pairs_->of(palette_of_8.inks[ink], default_colour);
      if (on_bar) attributes |= A_REVERSE;
      if (style.ink == Ink::faint) attributes |= A_DIM;
    }
    // With few colours, orange is shown as dark yellow.
    const bool dull = look_.colours < 256 && look_.colours > 0 && style.ink == Ink::orange;
    if (style.bold && !dull) attributes |= A_BOLD;
    if (style.underline) attributes |= A_UNDERLINE;
    if (style.reverse) attributes |= A_REVERSE;
    attr_set(attributes, static_cast<short>(pair), nullptr);
  };
  erase();
  const Size shown{std::min(canvas.size().rows, size().rows),
                   std::min(canvas.size().columns, size().columns)};
  for (int row = 0; row < shown.rows; ++row)
    for (int column = 0; column < shown.columns;) {
      const Style& style = canvas.at(row, column).style;
      const int begin = column;
      std::string text;
      for (; column < shown.columns && canvas.at(row, column).style == style; ++column) {
        const std::string& glyph = canvas.at(row, column).text;
        text += unicode_ || glyph.empty() ? std::string_view(glyph) : ascii_of(glyph);
      }
      set_style(style);
      mvaddstr(row, begin, text.c_str());
    }
  attr_set(A_NORMAL, 0, nullptr);
  refresh();
}

std::optional<Key> Screen::read(const Mailbox& mailbox, int milliseconds) {
  const auto next = []() -> std::optional<Key> {
    wint_t character = 0;
    while (true) {
      const int kind = get_wch(&character);
      if (kind == ERR) return std::nullopt;
      const auto key = kind != KEY_CODE_YES     ? key_of_character(character)
                       : character == KEY_MOUSE ? key_of_mouse()
                                                : key_of_code(static_cast<int>(character));
      if (key) return key;
    }
  };
  if (const auto key = next()) return key;
  std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {mailbox.descriptor(), POLLIN, 0}}};
  const int ready = poll(waiting.data(), waiting.size(), milliseconds);
  if (const auto key = next()) return key;
  // After a hang-up there is no more input.
  if (ready > 0 && (waiting[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
    return key_of(Key::Kind::closed);
  if (ready > 0 && (waiting[0].revents & POLLIN) != 0) {
    // Readable, but nothing to read: the end of the input.
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 0) == 0 && isatty(STDIN_FILENO) == 0)
      return key_of(Key::Kind::closed);
  }
  return std::nullopt;
}

}  // namespace sixfold::terminal
