#!/usr/bin/env bash
# Makes .venv and installs the project with the extras in EXTRAS. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
"${PYTHON:-python3.11}" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null || {
    echo "error: Python 3.11 is needed; set PYTHON to its command" >&2
    exit 2
}
[ -x .venv/bin/python ] || "${PYTHON:-python3.11}" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9'
# uv reads the torch override from pyproject.toml; pip has no such thing.
.venv/bin/uv pip install --quiet --python .venv/bin/python -e ".[${EXTRAS:-cpu,dev}]"
# MuJoCo draws through EGL, a system library: fetch it where we may, else say what to do.
if ! .venv/bin/python -c 'import ctypes; ctypes.CDLL("libEGL.so.1")' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq libegl1 libegl-mesa0 libgl1-mesa-dri >/dev/null
    else
        echo "note: pictures need EGL; install it with: sudo apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri" >&2
    fi
fi
