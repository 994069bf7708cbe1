// A database as the store sees it: statements with numbered parameters ($1, $2, … in the order in
// which they first appear), which SQLite and PostgreSQL understand alike.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "store/id.hpp"

namespace sixfold {

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Id>;

/// One row of an answer; each column must be of the type that is asked for.
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
  /// Empty where there is none.
  [[nodiscard]] std::string text(std::size_t column) const {
    return is_null(column) ? std::string() : std::get<std::string>(values_.at(column));
  }
  [[nodiscard]] Id id(std::size_t column) const { return std::get<Id>(values_.at(column)); }
  [[nodiscard]] const std::vector<SqlValue>& values() const { return values_; }

 private:
  std::vector<SqlValue> values_;
};

using SqlRows = std::vector<SqlRow>;
using SqlValues = std::vector<SqlValue>;

class SqlError : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t {
    failed,    ///< it cannot be done
    conflict,  ///< another connection was in the way: the same again may succeed
    held,      ///< another connection holds a row: the same may succeed later
    lost,      ///< the connection is gone: another one may do
    broken,    ///< the connection is of no use any more, and nor is another for now
  };
  SqlError(Kind kind, const std::string& why) : std::runtime_error(why), kind_(kind) {}
  [[nodiscard]] Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

/// A connection, for one thread. What goes wrong is thrown as SqlError.
class Sql {
 public:
  Sql() = default;
  virtual ~Sql() = default;
  Sql(const Sql&) = delete;
  Sql& operator=(const Sql&) = delete;

  /// The statement is compiled once: it must be a literal.
  virtual SqlRows run(const char* statement, const SqlValues& values) = 0;
  /// The same statement with one list of values after the other.
  virtual std::vector<SqlRows> run_each(const char* statement,
                                        const std::vector<SqlValues>& values) = 0;
  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void roll_back() noexcept = 0;
  /// Whether other processes write to the same tables.
  [[nodiscard]] virtual bool is_shared() const = 0;
};

}  // namespace sixfold
