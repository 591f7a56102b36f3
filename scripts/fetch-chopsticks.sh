#!/usr/bin/env bash
# Installs chopsticks, which executes a Substrate chain's own runtime, into .cache/chopsticks, for the tests of weights
# on a real subtensor runtime. It has 250 MB, so it is not a dependency. Install scripts of packages are not run.
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.5.1
folder=.cache/chopsticks
if [ "$(cat "$folder/pinned" 2>/dev/null)" = "$version" ]; then
  echo "$folder is up to date."
  exit 0
fi
rm -rf "$folder"
mkdir -p "$folder"
echo '{"private": true}' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --save-exact "@acala-network/chopsticks@$version"
# Written last: without this file the folder is installed again.
echo "$version" > "$folder/pinned"
echo "$folder holds chopsticks $version."
