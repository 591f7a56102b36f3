import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { raceAlarm } from '../../board/races.ts';
import { RACE_ALARM_STATES, raceAlarmQuerySchema } from '../../board/wire.ts';
import type { Services } from '../start/services.ts';

const ALARM_QUERY = raceAlarmQuerySchema.parse({});

/** Validators report each problem as it is done, so the number of their requests tells how long the problems of a race took. */
const OF_VALIDATORS = /^assay_http_request_seconds\w*\{.*route="\/v1\/(validator|files)\/.*\n/gm;

/** For Prometheus. Counts and times by route; the routes of validators only for those with the token. */
export function metricsRoutes(server: FastifyInstance, { arena, metrics, metricsToken }: Services): void {
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { reader } = arena.database;
    const open = await reader
      .selectFrom('work_items')
      .select(['phase', (expression) => expression.fn.countAll<number>().as('items')])
      .where('closed_at', 'is', null)
      .groupBy('phase')
      .execute();
    for (const phase of ['QUALIFYING', 'RACE'] as const) {
      metrics.queue.set({ phase }, Number(open.find((row) => row.phase === phase)?.items ?? 0));
    }
    const active = await reader
      .selectFrom('runs')
      .select((expression) => expression.fn.countAll<number>().as('runs'))
      .where('status', 'in', ['CLAIMED', 'RUNNING'])
      .executeTakeFirst();
    metrics.activeRuns.set(Number(active?.runs ?? 0));
    const alarm = await raceAlarm(arena, ALARM_QUERY);
    for (const state of RACE_ALARM_STATES) metrics.raceAlarm.set({ state }, state === alarm.state ? 1 : 0);
    const { scripted, judge } = alarm;
    metrics.raceAlarmRaces.set({ what: 'all' }, alarm.races);
    metrics.raceAlarmRaces.set({ what: 'scripted compared' }, scripted.compared);
    metrics.raceAlarmRaces.set({ what: 'scripted ahead' }, scripted.ahead);
    metrics.raceAlarmRaces.set({ what: 'judge decided' }, judge.decided.length);
    const text = await metrics.registry.metrics();
    const isWhole = metricsToken !== undefined && isBearer(request.headers.authorization, metricsToken);
    return await reply.type(metrics.registry.contentType).send(isWhole ? text : text.replaceAll(OF_VALIDATORS, ''));
  });
}

function isBearer(header: string | undefined, token: string): boolean {
  const [given, wanted] = [header ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(given!, wanted!);
}
