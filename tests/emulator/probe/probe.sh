#!/bin/sh
# A program that notes how it was called, and does what a test has written into `on.STEP` beside it before it does the usual.
here=$(dirname "$0")
step=$1
echo "$*" >> "$here/calls"
env > "$here/env.$step"
pwd > "$here/cwd.$step"
cat > "$here/stdin.$step"
[ -f "$here/on.$step" ] && . "$here/on.$step"
case "$step" in
version) echo "probe 2.7 (of tests)" ;;
plan) echo '{}' ;;
show-plan) echo '{}' ;;
apply) : > "$here/there"; echo '{"a/b":[{"m~n":"serial-1"}]}' ;;
output) echo '{"key":"made-up-key-1234"}' ;;
status) [ -f "$here/there" ] || exit 4; echo '{"there":true,"state":"up","grade":"A"}' ;;
health) echo "fine" ;;
destroy) [ -f "$here/there" ] || exit 4; rm "$here/there" ;;
esac
exit 0
