import type { z } from 'zod';
import type { AgencyFinding, RaceResult } from '../../../arena/race.ts';
import { type raceDetailSchema, runsSchema, versionStatusSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import type { AttemptAgency } from '../../../corpus/firehose.ts';
import { mean } from '../../../statistics/mean.ts';
import { askArena } from '../../arena/ask-arena.ts';

export type RaceDetail = z.output<typeof raceDetailSchema>;

const PAGE = 100;

/** The mean over the attempts of each racer in this race, by the runs in which they were made. */
export async function findingsOf(
  arena: ArenaClient,
  { race, qualifiers }: RaceDetail,
  attempts: readonly AttemptAgency[],
): Promise<ReadonlyMap<string, AgencyFinding>> {
  // The same attempt may stand in two folders.
  const once = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const byRun = Map.groupBy(once.values(), ({ run_id }) => run_id);
  const findings = new Map<string, AgencyFinding>();
  for (const { agent_version_id } of qualifiers) {
    const own = (await runsOf(arena, agent_version_id, race.race_id)).flatMap((run) => byRun.get(run) ?? []);
    if (own.length === 0) continue;
    const agency = mean(own.map((attempt) => attempt.agency));
    findings.set(agent_version_id, { agency, attempts: own.length });
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

/** Everybody who counted when the crown was decided. */
export async function resultsOf(
  arena: ArenaClient,
  { qualifiers }: RaceDetail,
  { ranking, incumbent_agent_version_id: incumbent }: NonNullable<RaceDetail['result']>,
): Promise<RaceResult[]> {
  const scores = new Map(ranking.map(({ agent_version_id, score }) => [agent_version_id, score]));
  const counted = qualifiers.filter(({ agent_version_id: id }) => scores.has(id) || id === incumbent);
  return await Promise.all(
    counted.map(async ({ agent_version_id: id, miner_hotkey: hotkey }) => {
      const path = `/v1/public/agent-versions/${id}/status`;
      const { submitted_at } = await askArena(arena, {
        path,
        answer: versionStatusSchema.pick({ submitted_at: true }),
      });
      const submittedAt = Temporal.Instant.from(submitted_at);
      return { agentVersionId: id, hotkey, submittedAt, raceScore: scores.get(id) ?? null };
    }),
  );
}
