#compdef wgsync wgsync.sh
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
