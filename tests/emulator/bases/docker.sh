#!/bin/sh
# Takes the arguments that Docker Compose 2 takes, and prints what it prints. Projects are files beside it.
here=$(dirname "$0")
echo "$*" >> "$here/calls"
refuse() { echo "$*" >&2; exit 1; }
[ "$1" = compose ] || refuse "docker: '$1' is not a docker command."
shift
project= files=
while [ $# -gt 0 ]; do
    case "$1" in
    --project-name) shift; project=$1 ;;
    --file) shift; [ -f "$1" ] || refuse "open $1: no such file or directory"; files="$files,$1" ;;
    --profile) shift ;;
    -*) refuse "unknown flag: $1" ;;
    *) break ;;
    esac
    shift
done
case "$*" in
"version --short") echo "2.29.1" ;;
"config --quiet") grep -q '^services:' $(echo "$files" | tr , ' ') || refuse "services must be a mapping" ;;
"up --detach --wait --remove-orphans") echo "${files#,}" > "$here/project.$project"; echo " Container $project-web-1  Healthy" >&2 ;;
"ls --all --format json --filter name=^"*)
    name=${6#name=^}
    name=${name%$}
    [ -f "$here/project.$name" ] || { echo '[]'; exit 0; }
    printf '[{"Name":"%s","Status":"running(1)","ConfigFiles":"%s"}]\n' "$name" "$(cat "$here/project.$name")" ;;
"down --remove-orphans") rm -f "$here/project.$project" ;;
*) refuse "unknown docker command: \"compose $*\"" ;;
esac
exit 0
