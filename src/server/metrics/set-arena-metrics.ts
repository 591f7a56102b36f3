import { RACE_STATES } from '../../arena/race.ts';
import { type ArenaCounts, arenaCounts } from '../../board/admin.ts';
import { raceAlarm } from '../../board/races.ts';
import { RACE_ALARM_STATES, raceAlarmQuerySchema } from '../../board/wire.ts';
import type { Services } from '../start/services.ts';
import type { ServerMetrics } from './server-metrics.ts';

const ALARM_QUERY = raceAlarmQuerySchema.parse({});

/**
 * Updates the metrics that are read at scrape time. Those of the database keep their last values while it is
 * unavailable.
 */
export async function setArenaMetrics(services: Services): Promise<void> {
  const { arena, metrics, identity, housekeeping, streams, bank } = services;
  const { syncedAt } = identity.metagraph;
  metrics.metagraphAge.set(syncedAt === undefined ? process.uptime() : Math.max(0, Date.now() / 1_000 - syncedAt));
  const { leads, lastRoundAt } = housekeeping.status;
  metrics.housekeepingAge.set(leads && lastRoundAt !== undefined ? Math.max(0, Date.now() - lastRoundAt) / 1_000 : 0);
  metrics.streamLimit.set(streams.most);
  try {
    setCounts(metrics, await arenaCounts(arena));
    await setAlarm(services);
    metrics.databaseUp.set(1);
  } catch (error) {
    metrics.databaseUp.set(0);
    throw error;
  }
  const stock = await bank.status();
  if (stock === undefined) return;
  metrics.bankProblems.set({ state: 'drawable' }, stock.drawable);
  metrics.bankProblems.set({ state: 'resting' }, stock.resting);
  metrics.bankRaces.set(stock.racesLeft);
}

function setCounts(metrics: ServerMetrics, counts: ArenaCounts): void {
  for (const { phase, items, oldestSeconds } of counts.queue) {
    metrics.queue.set({ phase }, items);
    metrics.queueOldest.set({ phase }, oldestSeconds);
  }
  metrics.runs.reset();
  for (const { status, owner, runs } of counts.runs) metrics.runs.set({ status, owner }, runs);
  const active = counts.runs.filter(({ status }) => status === 'CLAIMED' || status === 'RUNNING');
  metrics.activeRuns.set(active.reduce((sum, { runs }) => sum + runs, 0));
  metrics.validators.set({ state: 'alive' }, counts.validators.alive);
  metrics.validators.set({ state: 'silent' }, counts.validators.silent);
  for (const state of RACE_STATES) metrics.raceState.set({ state }, state === counts.race?.state ? 1 : 0);
  if (counts.race !== undefined) {
    metrics.raceNumber.set(counts.race.number);
    metrics.raceStateSeconds.set(counts.race.stateSeconds);
    metrics.raceCloses.set(counts.race.closesIn);
  }
  for (const what of ['claims', 'submissions'] as const) {
    metrics.stopped.set({ what }, counts.stopped.includes(what) ? 1 : 0);
  }
  metrics.ledgerHead.set(counts.ledgerHead);
  if (counts.epochSeconds !== undefined) metrics.epochAge.set(counts.epochSeconds);
}

async function setAlarm({ arena, metrics }: Services): Promise<void> {
  const alarm = await raceAlarm(arena, ALARM_QUERY);
  for (const state of RACE_ALARM_STATES) metrics.raceAlarm.set({ state }, state === alarm.state ? 1 : 0);
  const { scripted, judge } = alarm;
  metrics.raceAlarmRaces.set({ what: 'all' }, alarm.races);
  metrics.raceAlarmRaces.set({ what: 'scripted compared' }, scripted.compared);
  metrics.raceAlarmRaces.set({ what: 'scripted ahead' }, scripted.ahead);
  metrics.raceAlarmRaces.set({ what: 'judge decided' }, judge.decided.length);
}
