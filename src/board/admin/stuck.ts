import type { Arena } from '../../arena/arena.ts';
import { stopOf } from '../../arena/operator.ts';
import { type ArenaQueries, newestRace, type RaceRow } from '../../arena/race.ts';
import { counted, forCount } from '../../text/counted.ts';
import { pendingEvaluations } from '../runs/pending-evaluations.ts';
import type { StuckQuery, StuckWire } from '../wire/stuck-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

type Stuck = StuckWire['stuck'][number];

/** Enough to see a reason that many items share. */
const MOST_ITEMS = 100;
/** After qualifying closes, the draw takes seconds. After this long, something prevents it. */
const RACE_STEP_MILLISECONDS = 10 * 60_000;

type WatchedArena = Pick<Arena, 'database' | 'policy' | 'now'>;

/** Work that has waited too long, why, and what to do about it; problems that block the whole arena come first. */
export async function stuckWork(arena: WatchedArena, { older_than_seconds }: StuckQuery): Promise<StuckWire> {
  const { database, now } = arena;
  const before = now() - older_than_seconds * 1_000;
  const found = await database.withSnapshot(async (reader) => [
    ...(await stuckArena(reader, now())),
    ...(await stuckRace(reader, arena)),
    ...(await stuckRuns(reader, arena)),
    ...(await stuckAudits(reader, before)),
    ...(await silentValidators(reader, arena)),
  ]);
  const { items } = await pendingEvaluations(arena, { limit: MOST_ITEMS, offset: 0 });
  const waiting = items
    .filter(({ queued_at }) => Date.parse(queued_at) <= before)
    .map(
      (item): Stuck => ({
        kind: 'item',
        id: item.work_item_id,
        since: item.queued_at,
        why: `${item.agent_name} v${item.version_number} (${item.agent_version_id}): ${item.reason}`,
        action: `Start another validator, or \`assay admin version cancel ${item.agent_version_id} --why 'REASON'\`.`,
      }),
    );
  return { stuck: [...found, ...waiting] };
}

async function stuckArena(reader: ArenaQueries, now: number): Promise<Stuck[]> {
  const found: Stuck[] = [];
  for (const name of ['claims', 'submissions'] as const) {
    const stop = await stopOf(reader, name, now);
    if (stop === undefined) continue;
    const what = name === 'claims' ? 'No runs are assigned' : 'No submissions are accepted';
    const action = `\`assay admin release ${name}\`.`;
    found.push({ kind: 'arena', id: name, since: toTimestamp(stop.stoppedAt), why: `${what}: ${stop.reason}`, action });
  }
  const suite = await reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).executeTakeFirst();
  if (suite === undefined) {
    const why = 'No suite is active, so no submission is accepted.';
    found.push({ kind: 'arena', id: 'suite', since: null, why, action: '`assay admin suite create FILE --activate`.' });
  }
  return found;
}

async function stuckRace(reader: ArenaQueries, arena: WatchedArena): Promise<Stuck[]> {
  const race = await newestRace(reader);
  const why = race && (await whyRaceStuck(reader, race, arena));
  if (why === undefined) return [];
  return [{ kind: 'race', id: race!.race_id, since: toTimestamp(race!.since), ...why }];
}

async function whyRaceStuck(
  reader: ArenaQueries,
  race: RaceRow,
  { policy, now }: WatchedArena,
): Promise<Pick<Stuck, 'why' | 'action'> | undefined> {
  const age = now() - race.since;
  const duty = 'Look for "housekeeping failed" and "The clock jumped" in the log.';
  switch (race.state) {
    case 'qualifying_open':
      if (now() - race.closes_at < RACE_STEP_MILLISECONDS) return undefined;
      return {
        why: `Race ${race.race_number} should have closed qualifying.`,
        action: `\`assay admin race close\` closes it. ${duty}`,
      };
    case 'qualifying_closed':
      if (age < RACE_STEP_MILLISECONDS) return undefined;
      return {
        why: `Race ${race.race_number} has closed qualifying and no problems are drawn${race.draw_commitment === null ? '' : '; its draw waits for the beacon'}.`,
        action: `\`assay admin bank\` shows whether problems are left, and \`assay admin race cancel --why 'REASON'\` gives the race up. ${duty}`,
      };
    case 'race_running': {
      const { racers, scored } = await reader
        .selectFrom('racers')
        .select(({ fn }) => [fn.countAll<number>().as('racers'), fn.count<number>('race_score').as('scored')])
        .where('race_id', '=', race.race_id)
        .executeTakeFirstOrThrow();
      const deadline = (race.started_at ?? race.since) + policy.raceDeadlineSeconds * 1_000;
      // Half of the time has passed.
      if (scored === racers || now() < deadline - policy.raceDeadlineSeconds * 500) return undefined;
      return {
        why: `Race ${race.race_number}: ${scored} of ${counted(racers, 'racer')} ${forCount(scored, 'is', 'are')} scored; the deadline is ${toTimestamp(deadline)}.`,
        action: `\`assay admin race inspect ${race.race_id}\` shows which runs are missing. Start more validators.`,
      };
    }
    case 'race_complete':
      return age < RACE_STEP_MILLISECONDS
        ? undefined
        : { why: `Race ${race.race_number} is complete and not decided.`, action: duty };
    default:
      return undefined;
  }
}

/** Runs whose validator has stopped sending heartbeats; other validators can claim them only when the lease expires. */
async function stuckRuns(reader: ArenaQueries, { policy, now }: WatchedArena): Promise<Stuck[]> {
  const silent = now() - 3 * policy.queue.heartbeatSeconds * 1_000;
  const runs = await reader
    .selectFrom('runs')
    .select(['run_id', 'validator_hotkey', 'claimed_at', 'last_heartbeat_at', 'lease_expires_at'])
    .where('status', 'in', ['CLAIMED', 'RUNNING'])
    .where('claimed_at', '<=', Math.round(silent))
    .orderBy('claimed_at')
    .limit(MOST_ITEMS)
    .execute();
  return runs
    .filter(({ last_heartbeat_at }) => (last_heartbeat_at ?? 0) <= silent)
    .map((run) => ({
      kind: 'run',
      id: run.run_id,
      since: toTimestamp(run.last_heartbeat_at ?? run.claimed_at),
      why: `Validator ${run.validator_hotkey} sends no heartbeats; other validators can claim the run when its lease expires at ${toTimestamp(run.lease_expires_at)}.`,
      action: `Restart that validator: it resumes its run. \`assay admin ban validator ${run.validator_hotkey} --why 'REASON'\` gives its runs to others now.`,
    }));
}

async function stuckAudits(reader: ArenaQueries, before: number): Promise<Stuck[]> {
  const audits = await reader
    .selectFrom('audits')
    .select(['run_id', 'kind', 'chosen_at'])
    .where('finished_at', 'is', null)
    .where('chosen_at', '<=', Math.round(before))
    .orderBy('chosen_at')
    .limit(MOST_ITEMS)
    .execute();
  return audits.map(({ run_id, kind, chosen_at }) => ({
    kind: 'audit',
    id: run_id,
    since: toTimestamp(chosen_at),
    why: kind === 'rerun' ? 'Waits for runs by other validators.' : 'The audit has not finished.',
    action: kind === 'rerun' ? 'Start more validators with `assay validator`.' : 'Look for duty "audits" in the log.',
  }));
}

async function silentValidators(reader: ArenaQueries, { policy, now }: WatchedArena): Promise<Stuck[]> {
  const rows = await reader
    .selectFrom('validators')
    .select(['hotkey', 'name', 'last_seen_at'])
    .where('last_seen_at', '<=', Math.round(now() - policy.queue.leaseSeconds * 1_000))
    .where('hotkey', 'not in', (query) => query.selectFrom('bans').select('hotkey').where('role', '=', 'validator'))
    .orderBy('last_seen_at', 'desc')
    .limit(MOST_ITEMS)
    .execute();
  return rows.map(({ hotkey, name, last_seen_at }) => ({
    kind: 'validator',
    id: hotkey,
    since: toTimestamp(last_seen_at!),
    why: `${name ?? 'The validator'} has sent no request recently.`,
    action: `Check that it runs and reaches the arena, or \`assay admin ban validator ${hotkey} --why 'REASON'\`.`,
  }));
}
