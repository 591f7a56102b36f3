import type { Arena } from '../arena.ts';
import { reapRuns } from '../queue/reap-runs.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import { takeRunsFrom } from '../queue/take-runs.ts';
import type { CheckResult, ExaminedArena, Finding } from './finding.ts';

/** A running server releases expired leases within seconds. */
const REAPER_MILLISECONDS = 60_000;

interface ActiveRun {
  readonly run_id: string;
  readonly validator_hotkey: string;
  readonly lease_expires_at: number;
  readonly known: string | null;
  readonly banned: string | null;
  readonly excluded: string | null;
}

/** Finds active runs whose lease has expired, or whose validator may not hold runs. */
export async function checkLeases(arena: Pick<ExaminedArena, 'database' | 'now'>): Promise<CheckResult> {
  const runs = await activeRuns(arena);
  const late = arena.now() - REAPER_MILLISECONDS;
  const findings = runs.flatMap((run): Finding[] => {
    const subject = `run ${run.run_id}`;
    const why = whyNotHolder(run);
    if (why !== undefined) {
      const what = `Validator ${run.validator_hotkey} holds it and ${why}.`;
      return [{ subject, what, fault: 'platform', action: REPAIR }];
    }
    if (run.lease_expires_at > late) return [];
    const since = new Date(run.lease_expires_at).toISOString();
    const what = `The lease of validator ${run.validator_hotkey} expired at ${since} and was not released.`;
    return [{ subject, what, fault: 'validator', action: `Start \`assay serve\`, or ${REPAIR.toLowerCase()}` }];
  });
  return { examined: runs.length, findings };
}

const REPAIR = 'Run the command with --repair: other validators may take the run, at no cost to the contestant.';

/** Releases such runs as the server does, with an event in the ledger for each. Returns how many. */
export async function releaseLeases(arena: Pick<Arena, 'database' | 'policy' | 'now'>, who: string): Promise<number> {
  const { reaped } = await reapRuns(arena);
  const wrong = (await activeRuns(arena)).filter((run) => whyNotHolder(run) !== undefined);
  for (const hotkey of new Set(wrong.map(({ validator_hotkey }) => validator_hotkey))) {
    await arena.database.withTransaction(async (transaction) => {
      const settleContext = { policy: arena.policy, now: arena.now() };
      const why =
        'Its validator may not hold runs. The run does not count against the contestant; another validator can claim it.';
      await takeRunsFrom(transaction, hotkey, { who, why, settleContext });
    });
  }
  return reaped + wrong.length;
}

async function activeRuns({ database }: Pick<ExaminedArena, 'database'>): Promise<readonly ActiveRun[]> {
  return await database.reader
    .selectFrom('runs')
    .leftJoin('validators', 'validators.hotkey', 'runs.validator_hotkey')
    .leftJoin('bans', (join) =>
      join.onRef('bans.hotkey', '=', 'runs.validator_hotkey').on('bans.role', '=', 'validator'),
    )
    .leftJoin('exclusions', (join) =>
      join.onRef('exclusions.hotkey', '=', 'runs.validator_hotkey').on('exclusions.lifted_at', 'is', null),
    )
    .select(['runs.run_id', 'runs.validator_hotkey', 'runs.lease_expires_at'])
    .select(['validators.hotkey as known', 'bans.hotkey as banned', 'exclusions.hotkey as excluded'])
    .where('runs.status', 'in', ACTIVE_STATUSES)
    .orderBy('runs.claimed_at')
    .orderBy('runs.run_id')
    .execute();
}

function whyNotHolder({ known, banned, excluded }: ActiveRun): string | undefined {
  if (known === null) return 'is unknown';
  if (banned !== null) return 'is banned';
  return excluded === null ? undefined : 'is excluded';
}
