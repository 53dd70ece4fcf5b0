#!/bin/sh
# A script of one's own: called with apply, status and destroy, and given the configuration as JSON.
given=$(cat)
place=$2
case "$1" in
apply) printf '%s' "$given" > "$place" ;;
status) [ -f "$place" ] || exit 3 ;;
destroy) [ -f "$place" ] || exit 3; rm "$place" ;;
*) echo "what is $1?" >&2; exit 64 ;;
esac
