import type { FastifyInstance } from 'fastify';
import { raceAlarm } from '../../board/races.ts';
import { RACE_ALARM_STATES, raceAlarmQuerySchema } from '../../board/wire.ts';
import type { Services } from '../start/services.ts';

const ALARM_QUERY = raceAlarmQuerySchema.parse({});

/** For Prometheus. Counts and times by route; nothing in it is anybody's secret. */
export function metricsRoutes(server: FastifyInstance, { arena, metrics }: Services): void {
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
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
    return await reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
