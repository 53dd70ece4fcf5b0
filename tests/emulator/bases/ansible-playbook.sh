#!/bin/sh
# Takes the arguments that ansible-playbook takes, and prints what it prints.
here=$(dirname "$0")
echo "$*" >> "$here/calls"
refuse() { echo "usage: ansible-playbook [-h] [--version]" >&2; echo "ansible-playbook: error: $*" >&2; exit 2; }
playbook= syntax=no variables={}
while [ $# -gt 0 ]; do
    case "$1" in
    --version) printf 'ansible-playbook [core 2.16.3]\n  config file = None\n  python version = 3.12.3\n'; exit 0 ;;
    --syntax-check) syntax=yes ;;
    --inventory | --limit | --tags) shift ;;
    --extra-vars) shift; variables=$1 ;;
    -*) refuse "unrecognized arguments: $1" ;;
    *) playbook=$1 ;;
    esac
    shift
done
[ -f "$playbook" ] || { echo "ERROR! the playbook: $playbook could not be found" >&2; exit 1; }
grep -q '^- hosts:' "$playbook" || { echo "ERROR! 'host' is not a valid attribute for a Play" >&2; exit 4; }
[ "$syntax" = yes ] && { printf '\nplaybook: %s\n' "$playbook"; exit 0; }
echo "$variables" > "$here/variables"
printf '\nPLAY [all] ****\n\nPLAY RECAP ****\nlocalhost : ok=1 changed=1 unreachable=0 failed=0\n'
