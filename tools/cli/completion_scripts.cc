// The shells' halves of completion. They only carry words to the program and
// its answer back; completion.h has the protocol.

#include "tools/cli/completion.h"

namespace wgsync {
namespace {

// Bash parts words at '=' and ':', which ids and options hold: the words are
// taken from the line, and what stands before the last of the two is taken off
// the suggestions, as Bash expects. Nothing is done so inside of quotes.
constexpr char kBash[] =
    R"(# Completion of wgsync for Bash: source it, or put it into
# ~/.local/share/bash-completion/completions/wgsync.
_wgsync() {
  local line=${COMP_LINE:0:COMP_POINT} answer=: value begun end=' '
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  words=("${words[@]#[\'\"]}")
  begun=${words[${#words[@]}-1]}
  if [[ ${COMP_WORDS[COMP_CWORD]} == [\'\"]* ]]; then
    begun=
    end=
  else
    begun=${begun%"${begun##*[=:]}"}
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      answer=$line
      continue
    fi
    value=${line%%$'\t'*}
    value=${value#"$begun"}
    [[ $value == *[/,] ]] || value+=$end
    COMPREPLY+=("$value")
  done < <("${1/#\~/$HOME}" __complete "${words[@]:1}" 2> /dev/null)
  # What ended up with a blank of its own must not be taken for a file's name.
  if [[ $answer == :files || $answer == :folders ]] && ((${#COMPREPLY[@]} == 0)); then
    compopt -o filenames +o nospace 2> /dev/null
    value=f
    [[ $answer == :folders ]] && value=d
    mapfile -t COMPREPLY < <(compgen "-$value" -- "${COMP_WORDS[COMP_CWORD]#=}")
  fi
}
complete -o nospace -F _wgsync wgsync wgsync.sh
)";

constexpr char kZsh[] = R"(#compdef wgsync wgsync.sh
# Completion of wgsync for Zsh: put it as _wgsync into a folder of $fpath.
_wgsync() {
  local line value answer
  local -a done_values done_lines open_values open_lines
  for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT]}" 2> /dev/null)}"; do
    if [[ $line == :* ]]; then
      answer=$line
      continue
    fi
    value=${line%%$'\t'*}
    line=${line/$'\t'/  }
    if [[ $value == *[/,] ]]; then
      open_values+=("$value")
      open_lines+=("$line")
    else
      done_values+=("$value")
      done_lines+=("$line")
    fi
  done
  (( $#open_values )) && compadd -S '' -d open_lines -l -- "${open_values[@]}"
  (( $#done_values )) && compadd -d done_lines -l -- "${done_values[@]}"
  case $answer in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _wgsync ]]; then
  _wgsync "$@"
else
  compdef _wgsync wgsync wgsync.sh
fi
)";

constexpr char kFish[] =
    R"(# Completion of wgsync for fish: put it into ~/.config/fish/completions/wgsync.fish.
function __wgsync_complete
    set -l words (commandline -opc)
    set -l begun (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    for line in ($program __complete $words[2..-1] "$begun" 2> /dev/null)
        switch $line
            case :files
                __fish_complete_path "$begun"
            case :folders
                __fish_complete_directories "$begun"
            case :none
            case '*'
                echo $line
        end
    end
end
complete -c wgsync -f -a '(__wgsync_complete)'
complete -c wgsync.sh -f -a '(__wgsync_complete)'
)";

}  // namespace

std::string CompletionScript(absl::string_view shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  if (shell == "fish") return kFish;
  return "";
}

}  // namespace wgsync
