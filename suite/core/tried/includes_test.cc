#include "suite/core/tried/includes.h"

#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/tried/order_forms.h"

namespace wgsync {
namespace {

std::string Expanded(const std::string& source,
                     const std::map<std::string, std::string>& files) {
  return WithIncludes("folder/k.cl", source, [&](const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? absl::nullopt
                                : absl::make_optional(found->second);
  });
}

TEST(WithIncludesTest, AFileOfTheFolderIsInThePlaceOfItsLine) {
  EXPECT_EQ(Expanded("a\n# include \"x.h\" // y\nb\n", {{"x.h", "c\n"}}),
            "a\n\n#line 1 \"x.h\"\nc\n\n#line 3 \"k.cl\"\nb\n");
  EXPECT_EQ(Expanded("#include \"lib/x.h\"",
                     {{"lib/x.h", "#include \"y.h\""}, {"lib/y.h", "c"}}),
            "\n#line 1 \"lib/x.h\"\n\n#line 1 \"y.h\"\nc\n#line 2 \"x.h\"\n"
            "#line 2 \"k.cl\"");
}

TEST(WithIncludesTest, OthersAreLeftToTheCompiler) {
  for (const char* text :
       {"#include \"none.h\"\n", "#include \"../x.h\"\n", "#include \"/x.h\"\n",
        "#include <x.h>\n", "// #include \"x.h\"\n",
        "/*\n#include \"x.h\"\n*/\n"}) {
    EXPECT_EQ(Expanded(text, {{"x.h", "c"}, {"../x.h", "c"}, {"/x.h", "c"}}),
              text);
  }
}

TEST(WithIncludesTest, AFileThatIncludesItselfEnds) {
  const std::string text =
      Expanded("#include \"x.h\"\n#include \"x.h\"\n",
               {{"x.h", "#pragma once\nc;\n#include \"x.h\"\n"}});
  EXPECT_EQ(text.find("c;"), text.rfind("c;")) << text;
  EXPECT_LT(Expanded("#include \"x.h\"\n#include \"x.h\"\n",
                     {{"x.h", "#include \"y.h\"\n#include \"y.h\"\n"},
                      {"y.h", "#include \"x.h\"\n#include \"z.h\"\n"}})
                .size(),
            10000u);
}

TEST(WithIncludesTest, AnOrderIsInTheLineOfItsOwnFile) {
  const std::vector<OrderPlace> places = OrderPlaces(Expanded(
      "int a;\n#include \"x.h\"\natomic_load_explicit(p, "
      "memory_order_acquire);",
      {{"x.h", "\natomic_load_explicit(p, memory_order_acquire);\n"}}));
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].line, 2u);
  EXPECT_EQ(places[0].file, "x.h");
  EXPECT_EQ(places[1].line, 3u);
  EXPECT_EQ(places[1].file, "k.cl");
  EXPECT_EQ(Title(places[0], "folder/k.cl"), "memory_order_acquire of x.h");
  EXPECT_EQ(Title(places[1], "folder/k.cl"), "memory_order_acquire");
  EXPECT_EQ(places[1].nth, 1u);
}

}  // namespace
}  // namespace wgsync
