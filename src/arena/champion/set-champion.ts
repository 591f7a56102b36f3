import { Fault } from '../../fault/fault.ts';
import type { Arena } from '../arena.ts';
import { challengeThreshold } from '../emission/challenge-margin.ts';
import { areRacersFixed } from '../race/race-state.ts';
import { type ArenaQueries, newestRace } from '../race/stored-race.ts';
import { type Champion, currentChampion } from './current-champion.ts';
import { makeChampion } from './make-champion.ts';

export interface SetChampionRequest {
  readonly agentVersionId: string;
  /** Defaults to the active suite. */
  readonly suiteId?: number;
  /** Allows a version that has not beaten the champion. */
  readonly force?: boolean;
  readonly who: string;
}

export interface SetChampionResult {
  readonly agentVersionId: string;
  readonly suiteId: number;
  readonly topAt: number;
  readonly previousTopVersionId: string | null;
}

/**
 * Makes a version champion on an operator's request. Outside a race there are only qualifying scores, so the
 * candidate's score is compared with the champion's on the same suite. If the version is already champion, its days
 * keep counting.
 */
export async function setChampion(
  arena: Arena,
  { agentVersionId, suiteId, force, who }: SetChampionRequest,
): Promise<SetChampionResult> {
  return await arena.database.withTransaction(async (transaction) => {
    const suite = await findSuite(transaction, suiteId);
    await assertCrownable(transaction, agentVersionId);
    await refuseWhileRacing(transaction);
    const now = arena.now();
    const top = await currentChampion(transaction, now, arena.policy);
    const previousTopVersionId = top?.agentVersionId ?? null;
    if (top?.agentVersionId === agentVersionId) {
      return { agentVersionId, suiteId: top.suiteId, topAt: top.championSince, previousTopVersionId };
    }
    const score = (await scoreOn(transaction, agentVersionId, suite)) ?? 0;
    const topScore = top && ((await scoreOn(transaction, top.agentVersionId, suite)) ?? top.score);
    if (top !== undefined && force !== true) {
      const required = challengeThreshold(topScore!, top.days, arena.policy.emission);
      if (score < required) throw belowThreshold(score, required, topScore!, top);
    }
    await makeChampion(
      transaction,
      {
        agentVersionId,
        suiteId: suite,
        score,
        race: null,
        who,
        why: force === true ? 'The operator set it regardless of its score.' : 'The operator set it.',
        now,
      },
      arena.policy,
    );
    return { agentVersionId, suiteId: suite, topAt: now, previousTopVersionId };
  });
}

async function findSuite(reader: ArenaQueries, suiteId: number | undefined): Promise<number> {
  const suites = reader.selectFrom('suites').select('suite_id');
  const named = suiteId === undefined ? suites.where('is_active', '=', true) : suites.where('suite_id', '=', suiteId);
  const suite = await named.executeTakeFirst();
  if (suite !== undefined) return suite.suite_id;
  throw suiteId === undefined
    ? new Fault('NO_ACTIVE_SUITE', { message: 'No suite is active.', remedy: 'Activate one, or name a suite.' })
    : new Fault('SUITE_NOT_FOUND', { message: `There is no suite ${suiteId}.` });
}

/** A removed version cannot be champion. */
async function assertCrownable(reader: ArenaQueries, agentVersionId: string): Promise<void> {
  const version = await reader
    .selectFrom('agent_versions as version')
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.agent_version_id', '=', 'version.agent_version_id')
        .on('entries.discarded_at', 'is not', null),
    )
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .select(['entries.discarded_at', 'bans.banned_at'])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (version === undefined) {
    throw new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
  }
  if (version.discarded_at === null && version.banned_at === null) return;
  throw new Fault('INPUT_INVALID', {
    message: `Version ${agentVersionId} ${version.banned_at === null ? 'was discarded' : 'belongs to a banned contestant'}.`,
    remedy: 'Reinstate it first.',
  });
}

async function refuseWhileRacing(reader: ArenaQueries): Promise<void> {
  const race = await newestRace(reader);
  if (race === undefined || !areRacersFixed(race.state)) return;
  throw new Fault('RACE_CONFLICT', {
    message: `Race ${race.race_number} is in progress and decides the champion.`,
    remedy: 'Wait until it is decided, or cancel the race first.',
  });
}

async function scoreOn(reader: ArenaQueries, agentVersionId: string, suiteId: number): Promise<number | null> {
  const entry = await reader
    .selectFrom('entries')
    .select('final_score')
    .where('agent_version_id', '=', agentVersionId)
    .where('suite_id', '=', suiteId)
    .executeTakeFirst();
  return entry?.final_score ?? null;
}

function belowThreshold(score: number, required: number, topScore: number, { margin }: Champion): Fault {
  return new Fault('SCORE_BELOW_THRESHOLD', {
    message: `A score of ${score} does not reach the ${required} that beats the champion.`,
    remedy: 'Let it race, or set it with force.',
    extra: { candidate_score: score, required_score: required, current_top_score: topScore, margin },
  });
}
