#!/usr/bin/env bash
# Builds versitygw, an S3 server that stores objects as files, into .cache/versitygw for the tests of the blob store.
# Go checks the sources against its checksum database. It takes some minutes and 1 GB of Go's cache.
set -euo pipefail
cd "$(dirname "$0")/.."
version=v1.8.0
folder=.cache/versitygw
if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then
  echo "$folder is up to date."
  exit 0
fi
mkdir -p "$folder"
GOBIN="$PWD/$folder" go install "github.com/versity/versitygw/cmd/versitygw@$version"
echo "$version" > "$folder/version"
echo "$folder holds versitygw $version."
