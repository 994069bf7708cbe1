# sixfold::json is the JSON library as every target must see it: without exceptions and without
# implicit conversions. Its names differ from those of the usual one, so that a program may use that
# too: the linker would otherwise take either for both.
find_package(nlohmann_json 3.11 REQUIRED)
add_library(sixfold_json INTERFACE)
add_library(sixfold::json ALIAS sixfold_json)
target_link_libraries(sixfold_json INTERFACE nlohmann_json::nlohmann_json)
target_compile_definitions(sixfold_json INTERFACE JSON_NOEXCEPTION=1
                                                  JSON_USE_IMPLICIT_CONVERSIONS=0
                                                  NLOHMANN_JSON_NAMESPACE_NO_VERSION=1)
