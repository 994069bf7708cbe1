#include "play/sha256.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <sodium.h>

#include "engine/random.hpp"
#include "record/hex.hpp"

namespace sixfold::tests {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }
Bytes repeated(std::size_t count, std::uint8_t byte) {
  Bytes bytes(count, byte);
  return bytes;
}

// The examples of FIPS 180-4 and of NIST's example page.
TEST(Sha256, AgreesWithThePublishedExamples) {
  EXPECT_EQ(to_hex(sha256({})), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256(bytes_of("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(to_hex(sha256(repeated(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

struct HmacCase {
  Bytes key;
  Bytes text;
  std::string_view digest;
};

// RFC 4231, 4.2 to 4.8, without the truncated example.
TEST(Hmac, AgreesWithThePublishedExamples) {
  Bytes counted;
  for (std::uint8_t byte = 1; byte <= 25; ++byte) counted.push_back(byte);
  const std::vector<HmacCase> cases{
      {repeated(20, 0x0b), bytes_of("Hi There"),
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {bytes_of("Jefe"), bytes_of("what do ya want for nothing?"),
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {repeated(20, 0xaa), repeated(50, 0xdd),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {counted, repeated(50, 0xcd),
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {repeated(131, 0xaa), bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"),
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {repeated(131, 0xaa),
       bytes_of("This is a test using a larger than block-size key and a larger than block-size "
                "data. The key needs to be hashed before being used by the HMAC algorithm."),
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (const HmacCase& known : cases)
    EXPECT_EQ(to_hex(hmac_sha256(known.key, known.text)), known.digest);
}

Bytes random_bytes(Random& random, std::size_t size) {
  Bytes bytes(size);
  bytes.reserve(size + 1);  // libsodium accepts no null pointer, even for an empty input
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return bytes;
}

TEST(Sha256, AgreesWithLibsodiumOnTextsOfEveryLength) {
  Random random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    const Bytes bytes = random_bytes(random, size);
    Digest expected;
    crypto_hash_sha256(expected.data(), bytes.data(), bytes.size());
    EXPECT_EQ(sha256(bytes), expected) << size;
    // However the input is split.
    const std::span<const std::uint8_t> all(bytes);
    const std::size_t cut = random.index(size + 1);
    EXPECT_EQ(Sha256().add(all.first(cut)).add(all.subspan(cut)).digest(), expected) << size;
  }
}

TEST(Hmac, AgreesWithLibsodiumOnKeysOfEveryLength) {
  Random random(8);
  for (std::size_t size = 0; size < 200; ++size) {
    const Bytes key = random_bytes(random, size);
    const Bytes bytes = random_bytes(random, random.index(200));
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key.data(), key.size());
    crypto_auth_hmacsha256_update(&state, bytes.data(), bytes.size());
    Digest expected;
    crypto_auth_hmacsha256_final(&state, expected.data());
    EXPECT_EQ(hmac_sha256(key, bytes), expected) << size;
  }
}

}  // namespace
}  // namespace sixfold::tests
