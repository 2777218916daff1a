// The fault of a command line, as one line.

#ifndef WGSYNC_TOOLS_CLI_PARSE_ERROR_H_
#define WGSYNC_TOOLS_CLI_PARSE_ERROR_H_

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace wgsync {

// After app.parse() threw `error`: "--devise: no such option of `wgsync run`;
// did you mean --device? See `wgsync run --help`". Names the first argument
// that is not known as it was typed, and the help of the command that was
// meant.
std::string ParseErrorLine(const CLI::App& app, const CLI::ParseError& error);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_PARSE_ERROR_H_
