import type { FastifyInstance } from 'fastify';
import { isBearerOf } from '../../identity/bearer-token.ts';
import { setArenaMetrics } from '../metrics/set-arena-metrics.ts';
import type { Services } from '../start/services.ts';

/**
 * Validators report each problem when it is finished, so the number of their requests reveals how long the problems of
 * a race took; each request is also a database statement and often a blob. The number of hidden problems left is for
 * the operator.
 */
const FOR_OPERATORS = [
  /^assay_http_request_seconds\w*\{.*route="\/v1\/(validator|files)\/.*\n/gm,
  /^(# (HELP|TYPE) )?assay_(database|blob|bank)_.*\n/gm,
];

/** A scrape reads whole tables; more frequent scrapes get the numbers of the last one. */
const EVERY_MILLISECONDS = 2_000;

/** For Prometheus. Counts and times by route. Metrics that reveal something about a running race require the token. */
export function metricsRoutes(server: FastifyInstance, services: Services): void {
  const { metrics, metricsToken } = services;
  let newest: { readonly at: number; readonly set: Promise<void> } | undefined;

  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const now = performance.now();
    if (newest === undefined || now - newest.at >= EVERY_MILLISECONDS) {
      newest = { at: now, set: setArenaMetrics(services) };
    }
    // Monitoring must see that the database is unavailable, and all other metrics.
    await newest.set.catch((error) => request.log.error({ err: error }, 'metrics of the arena cannot be read'));
    const text = await metrics.registry.metrics();
    const isWhole = metricsToken !== undefined && isBearerOf(metricsToken, request.headers.authorization);
    const shown = isWhole ? text : FOR_OPERATORS.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    return await reply.type(metrics.registry.contentType).send(shown);
  });
}
