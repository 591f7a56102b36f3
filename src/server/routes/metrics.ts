import type { FastifyInstance } from 'fastify';
import { isBearerOf } from '../../identity/bearer-token.ts';
import { setArenaMetrics } from '../metrics/set-arena-metrics.ts';
import type { Services } from '../start/services.ts';

/**
 * Validators report each problem as it is done, so the number of their requests tells how long the problems of a race took;
 * each is also a statement of the database and often a blob. How many hidden problems are left is for the operator.
 */
const FOR_OPERATORS = [
  /^assay_http_request_seconds\w*\{.*route="\/v1\/(validator|files)\/.*\n/gm,
  /^(# (HELP|TYPE) )?assay_(database|blob|bank)_.*\n/gm,
];

/** A scrape reads whole tables; scrapers that come more often get the numbers of the last one. */
const EVERY_MILLISECONDS = 2_000;

/** For Prometheus. Counts and times by route; what tells something of a race under way only for those with the token. */
export function metricsRoutes(server: FastifyInstance, services: Services): void {
  const { metrics, metricsToken } = services;
  let newest: { readonly at: number; readonly set: Promise<void> } | undefined;

  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const now = performance.now();
    if (newest === undefined || now - newest.at >= EVERY_MILLISECONDS) {
      newest = { at: now, set: setArenaMetrics(services) };
    }
    // Whoever watches the arena must see that its database is away, and everything else that is counted here.
    await newest.set.catch((error) => request.log.error({ err: error }, 'metrics of the arena cannot be read'));
    const text = await metrics.registry.metrics();
    const isWhole = metricsToken !== undefined && isBearerOf(metricsToken, request.headers.authorization);
    const shown = isWhole ? text : FOR_OPERATORS.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    return await reply.type(metrics.registry.contentType).send(shown);
  });
}
