// The store's interface to a database: statements with numbered parameters ($1, $2, … in order of
// first appearance), which both SQLite and PostgreSQL understand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "record/id.hpp"

namespace sixfold::store {

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Id>;

inline SqlValue or_null(const std::optional<Id>& id) {
  return id ? SqlValue(*id) : SqlValue(std::monostate{});
}

/// One row of a result; each column must have the requested type.
class SqlRow {
 public:
  explicit SqlRow(std::vector<SqlValue> values) : values_(std::move(values)) {}

  [[nodiscard]] bool is_null(std::size_t column) const {
    return std::holds_alternative<std::monostate>(values_.at(column));
  }
  [[nodiscard]] std::int64_t integer(std::size_t column) const {
    return std::get<std::int64_t>(values_.at(column));
  }
  [[nodiscard]] double real(std::size_t column) const {
    return std::get<double>(values_.at(column));
  }
  /// Empty for NULL.
  [[nodiscard]] std::string text(std::size_t column) const {
    return is_null(column) ? std::string() : std::get<std::string>(values_.at(column));
  }
  [[nodiscard]] Id id(std::size_t column) const { return std::get<Id>(values_.at(column)); }
  /// Empty for NULL.
  [[nodiscard]] std::optional<Id> optional_id(std::size_t column) const {
    return is_null(column) ? std::nullopt : std::optional(id(column));
  }
  [[nodiscard]] const std::vector<SqlValue>& values() const { return values_; }

 private:
  std::vector<SqlValue> values_;
};

using SqlRows = std::vector<SqlRow>;
using SqlValues = std::vector<SqlValue>;

class SqlError : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t {
    failed,    ///< permanent error
    refused,   ///< permanent error of this statement or of what it read; the database works
    conflict,  ///< conflict with another connection; a retry may succeed
    held,      ///< another connection holds a lock; a later retry may succeed
    lost,      ///< the connection is lost; a new one may work
    broken,    ///< the connection is unusable, and a new one will not help yet
  };
  SqlError(Kind kind, const std::string& why) : std::runtime_error(why), kind_(kind) {}
  [[nodiscard]] Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

/// A connection, for use by one thread. Errors are thrown as SqlError.
class Sql {
 public:
  Sql() = default;
  virtual ~Sql() = default;
  Sql(const Sql&) = delete;
  Sql& operator=(const Sql&) = delete;

  /// The statement must be a literal, because it is compiled only once.
  virtual SqlRows run(const char* statement, const SqlValues& values) = 0;
  /// Runs the same statement with several lists of values.
  virtual std::vector<SqlRows> run_each(const char* statement,
                                        const std::vector<SqlValues>& values) = 0;
  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void roll_back() noexcept = 0;
  /// Whether other processes write to the same tables.
  [[nodiscard]] virtual bool is_shared() const = 0;
};

}  // namespace sixfold::store
