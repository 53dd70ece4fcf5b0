#!/bin/sh
# A package manager that is not one: packages are files in $FAKE_ROOT/installed.
root="${FAKE_ROOT:?}"
mkdir -p "$root/installed" "$root/arguments"
echo "$*" >> "$root/pkg.log"
latest() { cat "$root/latest" 2>/dev/null || echo 1.0; }
installed="$root/installed/$2"
case "$1" in
--version) echo "pkg ${PKG_VERSION:-2.4.0} (fake)" ;;
search)
    case "$2" in unheard-of*) echo "no package is called $2" >&2; exit 1 ;; esac ;;
plan)
    notes=""
    [ "$2" = noisy ] && notes='"it makes noise"'
    replaces=""
    [ "$3" = nightly ] && [ -f "$installed" ] && grep -q '"stable"' "$installed" && replaces='"channel"'
    license="${PKG_LICENSE:+,\"license\":\"$PKG_LICENSE\"}"
    printf '{"version":"%s","notes":[%s],"replaces":[%s]%s}\n' "$(latest)" "$notes" "$replaces" "$license" ;;
install)
    # What a person could see of it in the list of processes.
    tr '\0' ' ' < "/proc/$$/cmdline" >> "$root/arguments/seen"
    printf '%s' "$PKG_PLAN" > "$root/plan"
    case "$2" in
    busy) [ "$(grep -c '^install busy' "$root/pkg.log")" -lt 3 ] && { echo "the database is locked" >&2; exit 75; } ;;
    slow) echo $$ > "$root/slow.pid"; sleep 300 & echo $! > "$root/sleep.pid"; echo "downloading"; wait ;;
    deaf) trap '' TERM HUP INT; echo $$ > "$root/slow.pid"; sleep 300 & echo $! > "$root/sleep.pid"; while :; do wait; done ;;
    many-*) # Each leaves something running: one beside it, and one in a group of its own.
        sleep 300 > /dev/null 2>&1 & echo $! >> "$root/pids"
        timeout 300 sleep 300 > /dev/null 2>&1 & echo $! >> "$root/pids" ;;
    half) printf '{"version":"%s","channel":"%s","files":[]}\n' "$(latest)" "$3" > "$installed"
        printf 'unpacking\nthe disk is full, and the token was %s\n' "$PKG_TOKEN" >&2; exit 9 ;;
    esac
    printf '{"version":"%s","channel":"%s","files":["/usr/bin/%s"]}\n' "$(latest)" "$3" "$2" > "$installed" ;;
query) [ -f "$installed" ] || exit 4; cat "$installed" ;;
verify) [ -f "$installed" ] && [ ! -f "$root/damaged" ] ;;
remove) [ -f "$installed" ] || exit 4; rm "$installed" ;;
*) echo "pkg cannot $1" >&2; exit 64 ;;
esac
