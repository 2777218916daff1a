# Completion of wgsync for fish: put it into ~/.config/fish/completions/wgsync.fish.
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
