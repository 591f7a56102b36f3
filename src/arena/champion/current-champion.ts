import type { ArenaPolicy } from '../arena-policy.ts';
import { challengeMargin, challengeThreshold } from '../emission/challenge-margin.ts';
import { emissionShare } from '../emission/emission-share.ts';
import type { ArenaQueries } from '../race/stored-race.ts';

const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * Days of 24 hours, with fractions, independent of clock changes. A start in the future, which a clock that was set
 * back can produce, counts as now.
 */
export function daysAsChampion(championSince: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, now.epochMilliseconds - championSince.epochMilliseconds) / MILLISECONDS_PER_DAY;
}

/** The champion, with its current share and margin. */
export interface Champion {
  readonly reign: number;
  readonly agentVersionId: string;
  readonly agentName: string;
  readonly versionNumber: number;
  readonly hotkey: string;
  readonly suiteId: number;
  /** The score it became champion with. */
  readonly score: number;
  /** `null` if an operator set the champion. */
  readonly raceId: string | null;
  readonly championSince: number;
  /** Total over all its reigns. */
  readonly days: number;
  /** Its share of the emission, from 0 to 1; the rest is burned. */
  readonly share: number;
  readonly margin: number;
  readonly challengeThreshold: number;
}

/**
 * The newest champion. A champion that was discarded, or whose contestant is banned, no longer counts. No other version
 * replaces it before the next race, because the runner-up of its race has not beaten any version since.
 *
 * A version that becomes champion again continues with the days it had. Otherwise two alternating versions would always
 * be paid in full without anything new.
 */
export async function currentChampion(
  reader: ArenaQueries,
  now: number,
  { emission }: Pick<ArenaPolicy, 'emission'>,
): Promise<Champion | undefined> {
  const top = await reader
    .selectFrom('tops')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'tops.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .selectAll('tops')
    .select(['agents.name', 'version.version_number'])
    .where('tops.ended_at', 'is', null)
    .orderBy('reign', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (top === undefined || (await isRemoved(reader, top))) return undefined;
  const instant = Temporal.Instant.fromEpochMilliseconds;
  const days = daysAsChampion(instant(top.crowned_at), instant(now)) + (await earlierDays(reader, top));
  return {
    reign: top.reign,
    agentVersionId: top.agent_version_id,
    agentName: top.name,
    versionNumber: top.version_number,
    hotkey: top.hotkey,
    suiteId: top.suite_id,
    score: top.score,
    raceId: top.race_id,
    championSince: top.crowned_at,
    days,
    share: emissionShare(days, emission),
    margin: challengeMargin(days, emission),
    challengeThreshold: challengeThreshold(top.score, days, emission),
  };
}

async function earlierDays(
  reader: ArenaQueries,
  { agent_version_id, reign }: { readonly agent_version_id: string; readonly reign: number },
): Promise<number> {
  const reigns = await reader
    .selectFrom('tops')
    .select(['crowned_at', 'ended_at'])
    .where('agent_version_id', '=', agent_version_id)
    .where('reign', '<', reign)
    .execute();
  const instant = Temporal.Instant.fromEpochMilliseconds;
  return reigns.reduce(
    (sum, { crowned_at, ended_at }) =>
      ended_at === null ? sum : sum + daysAsChampion(instant(crowned_at), instant(ended_at)),
    0,
  );
}

/** On any suite: a flaw in a version is a flaw on every suite. */
async function isRemoved(reader: ArenaQueries, top: { agent_version_id: string; hotkey: string }): Promise<boolean> {
  const ban = await reader
    .selectFrom('bans')
    .select('hotkey')
    .where('hotkey', '=', top.hotkey)
    .where('role', '=', 'miner')
    .executeTakeFirst();
  if (ban !== undefined) return true;
  const discarded = await reader
    .selectFrom('entries')
    .select('suite_id')
    .where('agent_version_id', '=', top.agent_version_id)
    .where('discarded_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return discarded !== undefined;
}
