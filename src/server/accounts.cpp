#include "server/accounts.hpp"

#include <algorithm>
#include <array>

#include <sodium.h>

#include "server/account_names.hpp"
#include "server/forget.hpp"
#include "server/names.hpp"

namespace sixfold {

namespace {

// Argon2id as OWASP advises it: 19 MiB, two passes.
constexpr unsigned long long hash_passes = 2;
constexpr std::size_t hash_memory = std::size_t{19} << 20;
constexpr int most_hashing = 64;
constexpr std::size_t shortest_passphrase = 8;
constexpr std::size_t longest_passphrase = 256;
constexpr std::int64_t transfer_ms = 600'000;
constexpr int most_bots = 20;
constexpr int most_results = 500;
constexpr int most_ranked = 100;
// No vowels, so that no code is a word; none that look alike.
constexpr std::string_view code_letters = "BCDFGHJKLMNPQRSTVWXZ";
constexpr int recovery_letters = 24;
constexpr int transfer_letters = 12;
constexpr int letters_in_group = 4;

Unexpected<std::string> refused(const char* code) { return Unexpected{std::string(code)}; }

std::string random_letters(int count) {
  std::string code;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && i % letters_in_group == 0) code += '-';
    code += code_letters[randombytes_uniform(static_cast<std::uint32_t>(code_letters.size()))];
  }
  return code;
}

/// As people type it: small letters, with or without the strokes between groups.
std::string plain_code(std::string_view typed) {
  std::string code;
  for (const char letter : typed) {
    if (letter == '-' || letter == ' ') continue;
    code += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  return code;
}

/// Of something that cannot be guessed: one pass is enough.
std::string quick_hash(std::string_view secret) {
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), nullptr,
                     0);
  std::array<char, 2 * crypto_generichash_BYTES + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  return hex.data();
}

/// Empty if there is no memory for it.
std::string slow_hash(const std::string& passphrase) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  const int failed = crypto_pwhash_str_alg(hash.data(), passphrase.data(), passphrase.size(),
                                           hash_passes, hash_memory, crypto_pwhash_ALG_ARGON2ID13);
  return failed == 0 ? hash.data() : std::string();
}

bool fits(const std::string& passphrase, const std::string& hash) {
  return !hash.empty() &&
         crypto_pwhash_str_verify(hash.c_str(), passphrase.data(), passphrase.size()) == 0;
}

bool is_good_passphrase(const std::string& passphrase) {
  return passphrase.size() >= shortest_passphrase && passphrase.size() <= longest_passphrase;
}

/// For a name that nobody has yet.
Result<NameKeys, std::string> keys_of_new(const std::string& name) {
  auto keys = name_keys(name);
  if (!keys) return refused("bad_name");
  if (is_reserved(*keys)) return refused("name_reserved");
  return *std::move(keys);
}

std::string new_token() {
  std::array<unsigned char, 24> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, 2 * bytes.size() + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
  return std::string("sixfold-bot-") + hex.data();
}

}  // namespace

template <class T>
void Accounts::look_up(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer) {
  const auto found = std::make_shared<Result<T, std::string>>(refused("unavailable"));
  store_.look_up([found, work = std::move(work)](Sql& sql) { *found = work(sql); },
                 [this, found, answer = std::move(answer)](const auto& fault) {
                   world_.post([found, answer, failed = fault.has_value()] {
                     answer(failed ? refused("unavailable") : *found);
                   });
                 });
}

template <class T>
void Accounts::write(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer) {
  const auto outcome = std::make_shared<Result<T, std::string>>(refused("unavailable"));
  store_.write([outcome, work = std::move(work)](Sql& sql) { *outcome = work(sql); },
               [this, outcome, answer = std::move(answer)](const auto& fault) {
                 world_.post([outcome, answer, failed = fault.has_value()] {
                   answer(failed ? refused("unavailable") : *outcome);
                 });
               },
               false);
}

template <class T, class Work, class Then>
void Accounts::hash(Work work, Answer<T> answer, Then then) {
  if (hashing_ >= most_hashing) return answer(refused("busy"));
  ++hashing_;
  world_.hash([this, work = std::move(work), then = std::move(then)] {
    world_.post([this, then, hashed = work()] {
      --hashing_;
      then(hashed);
    });
  });
}

template <class T>
void Accounts::with_passphrase(const std::optional<Account>& account, const std::string& passphrase,
                               Answer<T> answer, std::function<void(const Account&)> then) {
  // A name that nobody has takes as long as a wrong passphrase.
  static const std::string nobodys = slow_hash("nobody's passphrase");
  const std::string kept = account ? account->passphrase : nobodys;
  hash<T>([passphrase, kept] { return fits(passphrase, kept); }, answer,
          [account, answer, then = std::move(then)](bool right) {
            if (!account || !right) return answer(refused("wrong_passphrase"));
            if (account->banned) return answer(refused("banned"));
            then(*account);
          });
}

void Accounts::find(const Id& user, Answer<std::optional<Account>> answer) {
  look_up<std::optional<Account>>([user](Sql& sql) { return find_account(sql, user); },
                                  std::move(answer));
}

void Accounts::find_token(const std::string& token, Answer<std::optional<Account>> answer) {
  look_up<std::optional<Account>>(
      [hashed = quick_hash(token)](Sql& sql) { return find_account_with_token(sql, hashed); },
      std::move(answer));
}

void Accounts::create(const Id& guest, const std::string& name, const std::string& passphrase,
                      Answer<std::string> answer) {
  const auto keys = keys_of_new(name);
  if (!keys) return answer(refused(keys.error().c_str()));
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  const auto hashing = [passphrase] { return slow_hash(passphrase); };
  hash<std::string>(
      hashing, answer, [this, guest, name, keys = *keys, answer](const std::string& hashed) {
        if (hashed.empty()) return answer(refused("unavailable"));
        const std::string recovery = random_letters(recovery_letters);
        Account account;
        account.id = guest;
        account.name = name;
        account.name_key = keys.key;
        account.passphrase = hashed;
        account.recovery = quick_hash(plain_code(recovery));
        account.created_ms = world_.now_ms();
        write<std::string>(
            [account, looks = keys.looks, recovery](Sql& sql) -> Result<std::string, std::string> {
              if (find_account(sql, account.id)) return refused("has_account");
              if (!insert_account(sql, account, looks)) return refused("name_taken");
              return recovery;
            },
            answer);
      });
}

void Accounts::log_in(const std::string& name, const std::string& passphrase, Answer<Id> answer) {
  look_up<std::optional<Account>>([name](Sql& sql) { return account_named(sql, name); },
                                  [this, passphrase, answer](const auto& found) {
                                    if (!found) return answer(refused("unavailable"));
                                    with_passphrase<Id>(
                                        *found, passphrase, answer,
                                        [answer](const Account& account) { answer(account.id); });
                                  });
}

void Accounts::recover(const std::string& name, const std::string& recovery,
                       const std::string& passphrase, Answer<Recovered> answer) {
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  const auto hashing = [passphrase] { return slow_hash(passphrase); };
  hash<Recovered>(
      hashing, answer,
      [this, name, used = quick_hash(plain_code(recovery)), answer](const std::string& hashed) {
        if (hashed.empty()) return answer(refused("unavailable"));
        write<Recovered>(
            [name, used, hashed, fresh = random_letters(recovery_letters),
             now = world_.now_ms()](Sql& sql) -> Result<Recovered, std::string> {
              auto account = account_named(sql, name);
              if (!account || account->recovery != used) return refused("wrong_recovery");
              if (account->banned) return refused("banned");
              account->passphrase = hashed;
              account->recovery = quick_hash(plain_code(fresh));
              account->valid_from_ms = now;
              update_account(sql, *account);
              return Recovered{account->id, fresh};
            },
            answer);
      });
}

void Accounts::change_passphrase(const Id& id, const std::string& old_passphrase,
                                 const std::string& passphrase, Answer<std::monostate> answer) {
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  find(id, [this, old_passphrase, passphrase, answer](const auto& found) {
    if (!found) return answer(refused("unavailable"));
    with_passphrase<std::monostate>(
        *found, old_passphrase, answer, [this, passphrase, answer](const Account& account) {
          const auto hashing = [passphrase] { return slow_hash(passphrase); };
          hash<std::monostate>(hashing, answer, [this, account, answer](const std::string& hashed) {
            if (hashed.empty()) return answer(refused("unavailable"));
            Account changed = account;
            changed.passphrase = hashed;
            changed.valid_from_ms = world_.now_ms();
            write<std::monostate>(
                [changed](Sql& sql) {
                  update_account(sql, changed);
                  return std::monostate{};
                },
                answer);
          });
        });
  });
}

void Accounts::sign_out_everywhere(const Id& id, Answer<std::monostate> answer) {
  write<std::monostate>(
      [id, now = world_.now_ms()](Sql& sql) -> Result<std::monostate, std::string> {
        auto account = find_account(sql, id);
        if (!account) return refused("no_account");
        account->valid_from_ms = now;
        update_account(sql, *account);
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::start_transfer(const Id& user, Answer<std::string> answer) {
  write<std::string>(
      [user, code = random_letters(transfer_letters),
       until = world_.now_ms() + transfer_ms](Sql& sql) {
        put_transfer(sql, quick_hash(plain_code(code)), user, until);
        return code;
      },
      std::move(answer));
}

void Accounts::claim_transfer(const std::string& code, Answer<Id> answer) {
  write<Id>(
      [hashed = quick_hash(plain_code(code)),
       now = world_.now_ms()](Sql& sql) -> Result<Id, std::string> {
        const auto player = take_transfer(sql, hashed, now);
        if (!player) return refused("wrong_code");
        return *player;
      },
      std::move(answer));
}

void Accounts::create_bot(const Id& owner, const std::string& name, Answer<std::string> answer) {
  const auto keys = keys_of_new(name);
  if (!keys) return answer(refused(keys.error().c_str()));
  const std::string token = new_token();
  Account bot;
  bot.id = random_id();
  bot.kind = Account::Kind::bot;
  bot.name = name;
  bot.name_key = keys->key;
  bot.owner = owner;
  bot.token = quick_hash(token);
  bot.created_ms = world_.now_ms();
  write<std::string>(
      [bot, looks = keys->looks, token](Sql& sql) -> Result<std::string, std::string> {
        const auto person = find_account(sql, *bot.owner);
        if (!person || person->kind != Account::Kind::person) return refused("no_account");
        if (bots_of(sql, *bot.owner).size() >= most_bots) return refused("too_many_bots");
        if (!insert_account(sql, bot, looks)) return refused("name_taken");
        return token;
      },
      std::move(answer));
}

void Accounts::bots(const Id& owner, Answer<std::vector<Account>> answer) {
  look_up<std::vector<Account>>([owner](Sql& sql) { return bots_of(sql, owner); },
                                std::move(answer));
}

void Accounts::delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer) {
  write<std::monostate>(
      [owner, name](Sql& sql) -> Result<std::monostate, std::string> {
        const auto bot = account_named(sql, name);
        if (!bot || bot->owner != owner) return refused("no_account");
        return remove_account(sql, bot->id);
      },
      std::move(answer));
}

void Accounts::profile(const Id& user, Answer<Profile> answer) {
  look_up<Profile>(
      [user](Sql& sql) {
        return Profile{find_account(sql, user), ratings_of(sql, user),
                       results_of(sql, user, most_results), daily_results_of(sql, user)};
      },
      std::move(answer));
}

void Accounts::profile_named(const std::string& name, Answer<Profile> answer) {
  look_up<Profile>(
      [name](Sql& sql) -> Result<Profile, std::string> {
        const auto account = account_named(sql, name);
        if (!account) return refused("no_account");
        return Profile{account, ratings_of(sql, account->id),
                       results_of(sql, account->id, most_results),
                       daily_results_of(sql, account->id)};
      },
      std::move(answer));
}

void Accounts::rank(const std::string& variant, bool many,
                    Answer<std::vector<RankedPlayer>> answer) {
  look_up<std::vector<RankedPlayer>>(
      [variant, many](Sql& sql) { return ranking(sql, variant, many, most_ranked); },
      std::move(answer));
}

void Accounts::show_daily(const std::string& day, const Id& asking, Answer<DailyTable> answer) {
  look_up<DailyTable>(
      [day, asking](Sql& sql) { return daily_table(sql, day, asking, most_ranked); },
      std::move(answer));
}

void Accounts::add_daily(const DailyResult& result, Answer<DailyTable> answer) {
  write<DailyTable>(
      [result](Sql& sql) {
        insert_daily_result(sql, result);
        return daily_table(sql, result.day, result.player, most_ranked);
      },
      std::move(answer));
}

void Accounts::remove(const Id& id, const std::string& passphrase, Answer<std::monostate> answer) {
  find(id, [this, passphrase, answer](const auto& found) {
    if (!found) return answer(refused("unavailable"));
    with_passphrase<std::monostate>(
        *found, passphrase, answer, [this, answer](const Account& account) {
          write<std::monostate>([id = account.id](Sql& sql) { return remove_account(sql, id); },
                                answer);
        });
  });
}

}  // namespace sixfold
