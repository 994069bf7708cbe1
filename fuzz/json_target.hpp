// Makes a fuzz target change its inputs as JSON documents. For the target's only source file.
#pragma once

#include "json_mutator.hpp"

// NOLINTNEXTLINE(misc-definitions-in-headers)
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return sixfold::fuzz::mutate_json(data, size, most, seed);
}
