# What the scripts beside this share. `part` names the part that a script is about; .ci/run has none.

# Runs a command under its title, and says how long it took.
step() {
    local started=$SECONDS status
    printf '\n== %s%s\n' "${part:+$part: }" "$*"
    # Where errors end the script they end it here; where the caller asks how it went, it is told.
    "$@"
    status=$?
    printf -- '-- %d s: %s%s\n' $((SECONDS - started)) "${part:+$part: }" "$*"
    return "$status"
}
skipped() { printf '\n!! SKIPPED: %s%s\n' "${part:+$part: }" "$*"; }
there() { command -v "$1" > /dev/null; }

# Installs Debian packages if that can be.
debian() {
    [ "$(id -u)" = 0 ] && there apt-get || return
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } > /dev/null 2>&1
}
