// The only place where Asio and Beast are compiled; everywhere else they are only declared.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
