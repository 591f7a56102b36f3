#!/usr/bin/env bash
# Installs an OpenSearch node into .cache/opensearch for the tests of the search adapter: its jars from Maven Central
# (43 MB), which Maven checks against their published checksums, and a class that starts a node. It needs Maven and
# JDK 17 or newer.
set -euo pipefail
cd "$(dirname "$0")/.."
source=scripts/opensearch
folder=.cache/opensearch
version="$(cat "$source/pom.xml" "$source/OpenSearchNode.java" | sha256sum)"
if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then
  echo "$folder is up to date."
  exit 0
fi
rm -rf "$folder"
mkdir -p "$folder"
mvn -q -B -f "$source/pom.xml" dependency:copy-dependencies -DoutputDirectory="$PWD/$folder/lib"
javac -cp "$folder/lib/*" -d "$folder/classes" "$source/OpenSearchNode.java"
echo "$version" > "$folder/version"
echo "$folder holds OpenSearch."
