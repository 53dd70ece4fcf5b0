#!/bin/sh
# A deployment tool that is not one: deployments are files in $FAKE_ROOT/deployments.
[ "$1" = version ] && { echo "deploy v${DEPLOY_VERSION:-1.6.1}"; exit 0; }
root="${FAKE_ROOT:?}"
mkdir -p "$root/deployments"
echo "$*" >> "$root/deploy.log"
# What a person could see of it in the list of processes.
mkdir -p "$root/arguments"
tr '\0' ' ' < "/proc/$$/cmdline" >> "$root/arguments/seen"
deployment="$root/deployments/$2"
case "$1" in
login) [ "$DEPLOY_PASSWORD" = wrong-password ] && { echo "$DEPLOY_PASSWORD was refused" >&2; exit 1; }
    # As such programs do, it remembers who it is for the calls that follow.
    printf '%s' "${DEPLOY_PASSWORD:-}" > "$root/session" ;;
create | update | invoke)
    wanted=$(cat)
    image=$(printf '%s' "$wanted" | sed 's/.*"image":"\([^"]*\)".*/\1/')
    replicas=$(printf '%s' "$wanted" | sed 's/.*"replicas":\([0-9]*\).*/\1/')
    echo "pulling $image"
    echo "starting $replicas"
    [ "$1" = invoke ] && case "$image" in broken:*) echo "the image is broken" >&2; exit 9 ;; *) exit 0 ;; esac
    case "$image" in
    slow:*) echo $$ > "$root/slow.pid"; sleep 300 & echo $! > "$root/sleep.pid"; wait ;;
    esac
    revision=$(( $(cat "$deployment.revision" 2>/dev/null || echo 0) + 1 ))
    echo "$revision" > "$deployment.revision"
    printf '[{"image":"%s","replicas":%s}]\n' "$image" "$replicas" > "$deployment"
    case "$image" in half:*) echo "two of three are up, and $(cat "$root/session") is no help" >&2; exit 9 ;; esac ;;
show) printf '{"revision":%s,"endpoints":[{"url":"https://%s.example"}]}\n' "$(cat "$deployment.revision")" "$2" ;;
list) if [ -f "$deployment" ]; then cat "$deployment"; else echo '[]'; fi ;;
dependents) echo "a web site uses $2" ;;
delete) rm -f "$deployment" "$deployment.revision" ;;
*) echo "deploy cannot $1" >&2; exit 64 ;;
esac
