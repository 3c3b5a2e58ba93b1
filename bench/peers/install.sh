#!/bin/sh
# Installs the peers into the folder given, for ABOUND_PEERS: Python's in FOLDER/py, npm's in FOLDER/npm, Vowpal Wabbit
# built from its source package into FOLDER/bin. None of them becomes a dependency of Abound. What fails is said, and
# the rest goes on: the bench takes what it finds.
#
#   bench/peers/install.sh FOLDER
#
# Needs python3 with venv, npm; for Vowpal Wabbit also cmake, a C++ compiler and Boost's headers (Debian:
# cmake g++ libboost-math-dev zlib1g-dev). fastText comes from the system (Debian: fasttext).

set -u
[ $# -eq 1 ] || { echo 'usage: install.sh FOLDER' >&2; exit 2; }
mkdir -p "$1/bin" "$1/npm" && cd "$1" || exit 1
failed=''

python3 -m venv py && py/bin/pip install --quiet scikit-learn liblinear-official napkinxc ||
  failed="$failed scikit-learn/liblinear-official/napkinxc"

[ -f npm/package.json ] || echo '{"private":true}' >npm/package.json
(cd npm && npm install --no-audit --no-fund --silent \
  bayes natural wink-naive-bayes-text-classifier wink-nlp-utils fasttext.wasm.js) || failed="$failed npm"

if ! [ -x bin/vw ]; then
  # Its package on PyPI carries the whole source; pip would build the Python module of it, we want the program.
  py/bin/pip download --quiet --no-deps --no-binary vowpalwabbit --dest vw-source 'vowpalwabbit==9.11.9'
  archive=$(ls vw-source/*.tar.gz 2>/dev/null | head -n 1)
  if [ -n "$archive" ] && mkdir -p vw-build && tar xzf "$archive" -C vw-build --strip-components=1 &&
    cmake -S vw-build -B vw-build/build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
      -DVW_FEAT_FLATBUFFERS=OFF -DVW_FEAT_CB_GRAPH_FEEDBACK=OFF >/dev/null &&
    cmake --build vw-build/build --target vw_cli_bin >/dev/null; then
    cp vw-build/build/vowpalwabbit/cli/vw bin/vw
  else
    failed="$failed Vowpal-Wabbit"
  fi
fi

command -v fasttext >/dev/null || failed="$failed fasttext(system)"
[ -z "$failed" ] || echo "not installed:$failed" >&2
