#!/bin/sh
# Installs the libraries that were considered into the folder given, for ABOUND_LIBRARIES. Those that were taken are
# dependencies of the packages as well; the others become none. The bench takes what it finds.
#
#   bench/libraries/install.sh FOLDER

set -eu
[ $# -eq 1 ] || { echo 'usage: install.sh FOLDER' >&2; exit 2; }
mkdir -p "$1" && cd "$1"
[ -f package.json ] || echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent \
  hyparquet@1.31.5 hyparquet-compressors@1.1.2 hyparquet-writer papaparse@5.7.0 csv-parse@7.0.3 fzstd@0.1.1 \
  tar-stream@3.2.2 modern-tar@0.8.6 yauzl@3.4.0 fflate@0.8.3 undici@7.30.2 aws4fetch@1.0.20
