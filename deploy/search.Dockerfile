# The search server alone: docker build --file deploy/search.Dockerfile --tag assay-search .
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN npm ci --omit=dev --ignore-scripts && node scripts/pin-node.js \
  && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share node_modules/node-linux-*/lib \
  && rm -rf node_modules/onnxruntime-* node_modules/@huggingface node_modules/@polkadot* \
  && find node_modules -name '*.map' -delete
COPY bin ./bin
COPY src ./src

FROM debian:trixie-slim
# For OpenSearch behind TLS.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --create-home assay \
  && install --directory --owner assay --group assay /data
COPY --from=build /app /app
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 5632
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:5632/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/assay.js", "market"]
CMD ["serve", "--host", "0.0.0.0", "--market", "/data/market", "--workers", "2"]
