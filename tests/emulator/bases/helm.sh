#!/bin/sh
# Takes the arguments that Helm 3 takes, and prints what it prints. Releases are files beside it.
here=$(dirname "$0")
echo "$*" >> "$here/calls"
refuse() { echo "Error: $*" >&2; exit 1; }
command=$1
shift
name= chart= namespace=default output=table filter= from_stdin=no
while [ $# -gt 0 ]; do
    case "$command $1" in
    "version --short" | "upgrade --install" | "upgrade --create-namespace" | "list --all" | "uninstall --ignore-not-found") ;;
    "upgrade --output" | "list --output") shift; output=$1 ;;
    "upgrade --namespace" | "list --namespace" | "uninstall --namespace") shift; namespace=$1 ;;
    "upgrade --version" | "upgrade --repo" | "upgrade --set") shift ;;
    "upgrade --values") shift; [ "$1" = - ] || refuse "open $1: no such file or directory"; from_stdin=yes ;;
    "list --filter") shift; filter=$1 ;;
    *" -"*) refuse "unknown flag: $1" ;;
    *) if [ -z "$name" ]; then name=$1; elif [ -z "$chart" ]; then chart=$1; else refuse "\"helm $command\" takes fewer arguments"; fi ;;
    esac
    shift
done
release="$here/release.$namespace.$name"
case "$command" in
version) echo "v3.14.4+g81c902a" ;;
upgrade)
    [ -n "$chart" ] || refuse '"helm upgrade" requires 2 arguments'
    [ "$output" = json ] || refuse "not imitated: $output"
    [ "$chart" = nowhere ] && refuse "path \"nowhere\" not found"
    [ "$from_stdin" = yes ] && cat > "$here/values"
    revision=$(($(cat "$release" 2>/dev/null || echo 0) + 1))
    echo "$revision" > "$release"
    printf '{"name":"%s","info":{"first_deployed":"2026-01-01T10:00:00.1Z","deleted":"","description":"Install complete","status":"deployed"},"manifest":"---\\n","version":%s,"namespace":"%s"}\n' "$name" "$revision" "$namespace" ;;
list)
    # A name with dots is no pattern.
    case "$filter" in '^\Q'*'\E$') ;; *) refuse "not imitated: $filter" ;; esac
    name=${filter#'^\Q'}
    name=${name%'\E$'}
    release="$here/release.$namespace.$name"
    [ -f "$release" ] || { echo '[]'; exit 0; }
    printf '[{"name":"%s","namespace":"%s","revision":"%s","updated":"2026-01-01 10:00:00.1 +0000 UTC","status":"deployed","chart":"web-1.0.0","app_version":"1.0"}]\n' "$name" "$namespace" "$(cat "$release")" ;;
uninstall)
    [ -f "$release" ] && rm "$release" && echo "release \"$name\" uninstalled" ;;
*) refuse "unknown command \"$command\" for \"helm\"" ;;
esac
exit 0
