# Completion of wgsync for Bash: source it, or put it into
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
