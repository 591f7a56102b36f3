import { z } from 'zod';
import { DECISIONS, ratesOf } from '../../../agency/follow.ts';
import { type Deciders, whoDecides } from '../../../agency/who-decides.ts';
import { daysAsChampion } from '../../../arena/champion.ts';
import { type EmissionPolicy, emissionPolicySchema } from '../../../arena/emission.ts';
import { type AgencyFinding, type AgencyFindings, agencyOfFollowRates, type PastRace } from '../../../arena/race.ts';
import {
  hotkeyPageSchema,
  type raceDetailSchema,
  runsSchema,
  topSchema,
  versionStatusSchema,
} from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import type { AttemptAgency } from '../../../corpus/pipeline.ts';
import { Fault } from '../../../fault/fault.ts';
import { mean } from '../../../statistics/mean.ts';
import { askArena } from '../../arena/ask-arena.ts';

export type RaceDetail = z.output<typeof raceDetailSchema>;
/** As the arena published it; not recomputed here. */
export type OfficialResult = NonNullable<RaceDetail['result']>;

const PAGE = 100;

/** The mean agency over each racer's attempts in this race, found by the runs in which they were made. */
export async function corpusAgency(
  arena: ArenaClient,
  { race, qualifiers }: RaceDetail,
  attempts: readonly AttemptAgency[],
): Promise<AgencyFindings> {
  if (attempts.length === 0) return new Map();
  // The same attempt may be in two folders.
  const once = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const byRun = Map.groupBy(once.values(), ({ run_id }) => run_id);
  const findings = new Map<string, AgencyFinding>();
  for (const { agent_version_id } of qualifiers) {
    const own = (await runsOf(arena, agent_version_id, race.race_id)).flatMap((run) => byRun.get(run) ?? []);
    if (own.length === 0) continue;
    const agency = mean(own.map((attempt) => attempt.agency));
    findings.set(agent_version_id, { agency, source: 'corpus', count: own.length });
  }
  return findings;
}

/** Ids of the runs that counted. */
async function runsOf(arena: ArenaClient, versionId: string, raceId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const path = `/v1/public/agent-versions/${versionId}/runs`;
    const runs = await askArena(arena, { path, query: { limit: PAGE, offset }, answer: runsSchema });
    for (const run of runs) if (run.race_id === raceId && run.is_included) ids.push(run.eval_run_id);
    if (runs.length < PAGE) return ids;
  }
}

const reignsSchema = hotkeyPageSchema.pick({ reigns: true });

const rateSchema = z.object({ followed: z.number().nonnegative(), of: z.number().nonnegative() }).optional();

/** Arenas that do not probe versions send no follow rates; unreadable ones count as missing. */
const ratesSchema = z
  .object({ decisions: z.object({ search: rateSchema, view: rateSchema, recommend: rateSchema }) })
  .nullish()
  .catch(undefined);

const versionSchema = versionStatusSchema.pick({ submitted_at: true }).extend({ agency: z.unknown() });

/** Who decides in a version, as the arena derived it; `undefined` if it does not publish what that takes. */
function decidersOf(agency: unknown): Deciders | undefined {
  const { data } = versionStatusSchema.shape.agency.safeParse(agency);
  if (!data) return undefined;
  const { decisions, told, unsaid, picked = null, shown } = data;
  // With too few scored attempts the arena derives nothing, whatever the rates are.
  if (DECISIONS.every((decision) => decisions[decision].decides === 'unknown')) return undefined;
  return whoDecides({
    rates: ratesOf(decisions),
    toldSearch: told.search,
    toldRecommendation: told.recommendation,
    requestShown: told.request_shown,
    searchesUnsaid: unsaid.searches,
    recommendationsUnsaid: unsaid.recommendations,
    recommendationsPicked: picked,
    resultsSelected: shown?.selected ?? null,
    resultsAltered: shown?.altered ?? null,
  });
}

export interface PastRaceSources {
  readonly past: PastRace;
  /** Agency measured by probes of the versions. */
  readonly probed: AgencyFindings;
  /** Whether the arena reported its emission settings; otherwise the defaults are used. */
  readonly isEmissionKnown: boolean;
}

/** All racers that counted when the champion was decided, and the rules of their race. */
export async function readPastRace(
  arena: ArenaClient,
  { race, qualifiers }: RaceDetail,
  { ranking, incumbent_agent_version_id: incumbentId, margin, days_as_top }: OfficialResult,
): Promise<PastRaceSources> {
  const scores = new Map(ranking.map(({ agent_version_id, score }) => [agent_version_id, score]));
  const counted = qualifiers.filter(({ agent_version_id: id }) => scores.has(id) || id === incumbentId);
  const probed = new Map<string, AgencyFinding>();
  const racers = await Promise.all(
    counted.map(async (qualifier) => {
      const { agent_version_id: id, miner_hotkey: hotkey, qualifying_score: qualifyingScore } = qualifier;
      const path = `/v1/public/agent-versions/${id}/status`;
      const { submitted_at, agency } = await askArena(arena, { path, answer: versionSchema });
      const finding = agencyOfFollowRates(ratesSchema.parse(agency)?.decisions ?? {});
      if (finding !== undefined) probed.set(id, finding);
      const submittedAt = Temporal.Instant.from(submitted_at);
      const raceScore = scores.get(id) ?? null;
      const { is_applied = false, score_without = null } = qualifier.agency ?? {};
      const unweightedScore = is_applied && raceScore !== null ? score_without : raceScore;
      const earlierDays = await earlierDaysOf(arena, qualifier, race);
      return {
        agentVersionId: id,
        hotkey,
        submittedAt,
        qualifyingScore,
        raceScore,
        unweightedScore,
        earlierDays,
        publishedFactor: qualifier.agency?.factor,
        deciders: decidersOf(agency),
      };
    }),
  );
  const emission = await emissionOf(arena);
  const incumbent = qualifiers.find(({ qualification_type }) => qualification_type === 'INCUMBENT');
  const past = {
    racers,
    incumbentId,
    incumbentQualifyingScore: incumbent?.qualifying_score ?? null,
    qualifyingThreshold: race.qualifying_threshold,
    margin: margin ?? 0,
    daysAsTop: days_as_top,
    emission: emission ?? emissionPolicySchema.parse({}),
  };
  return { past, probed, isEmissionKnown: emission !== undefined };
}

/** Days of the reigns of a version that ended before the race did. The arena counts on from them if it wins again. */
async function earlierDaysOf(
  arena: ArenaClient,
  { agent_version_id: id, miner_hotkey: hotkey }: RaceDetail['qualifiers'][number],
  { race_completed_at: over }: RaceDetail['race'],
): Promise<number> {
  if (over === null) return 0;
  const end = Temporal.Instant.from(over);
  let days = 0;
  for (let offset = 0; ; offset += PAGE) {
    const path = `/v1/public/hotkeys/${hotkey}`;
    const { reigns } = await askArena(arena, { path, query: { limit: PAGE, offset }, answer: reignsSchema });
    for (const { agent_version_id, crowned_at, ended_at } of reigns) {
      if (agent_version_id !== id || ended_at === null) continue;
      const ended = Temporal.Instant.from(ended_at);
      if (Temporal.Instant.compare(ended, end) < 0) days += daysAsChampion(Temporal.Instant.from(crowned_at), ended);
    }
    if (reigns.length < PAGE) return days;
  }
}

/** The current settings; `undefined` while there is no champion, because the champion's page contains them. */
async function emissionOf(arena: ArenaClient): Promise<EmissionPolicy | undefined> {
  try {
    const { policy } = await askArena(arena, { path: '/v1/public/top', answer: topSchema });
    if (policy === null) return undefined;
    return emissionPolicySchema.parse({
      graceDays: policy.grace_days,
      shape: policy.shape,
      lossPerDay: policy.loss_per_day,
      floor: policy.floor,
      margin: policy.initial_margin,
      marginHalfLifeDays: policy.margin_half_life_days,
      weights: policy.weights,
    });
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'SUITE_NOT_FOUND') return undefined;
    throw error;
  }
}
