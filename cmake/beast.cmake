# sixfold::beast is Boost's Asio and Beast, compiled once for everything that uses the network; all
# other targets only declare them.
find_package(Boost 1.81 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(Threads REQUIRED)
add_library(sixfold_beast STATIC ${PROJECT_SOURCE_DIR}/cmake/beast.cpp)
add_library(sixfold::beast ALIAS sixfold_beast)
target_link_libraries(sixfold_beast PUBLIC Boost::headers OpenSSL::SSL Threads::Threads)
target_compile_definitions(sixfold_beast PUBLIC BOOST_ASIO_SEPARATE_COMPILATION
                                                BOOST_BEAST_SEPARATE_COMPILATION)
sixfold_harden(sixfold_beast)
