import type { Transaction } from 'kysely';
import type { DrawDocument } from '../../problems/suites.ts';
import { json } from '../../store/database.ts';
import { withFactor } from '../agency/agency-factor.ts';
import type { Arena } from '../arena.ts';
import { currentChampion } from '../champion/current-champion.ts';
import { makeChampion } from '../champion/make-champion.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceStoredRace, ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import { compareChallengers } from './compare-challengers.ts';
import { type ChampionDecision, decideChampion, type RaceResult } from './decide-champion.ts';
import { type DecidedRace, describeResult } from './describe-result.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import { bootstrapSeed } from './paired-difference.ts';
import { readRaceResults } from './race-results.ts';
import { type RacerDetail, readRacerDetails } from './racer-details.ts';
import { revealRace } from './reveal-race.ts';
import type { RaceRow } from './stored-race.ts';
import { writeRanks } from './write-ranks.ts';

/**
 * Reveals the draw and decides the champion. If the draw cannot be revealed, the race stays complete and undecided: no
 * version becomes champion on problems that cannot be checked. The operator then repairs the bank or cancels the race.
 */
export async function promoteWinner(arena: Arena, hidden: HiddenProblems, seen: RaceRow): Promise<string | undefined> {
  const draw = await revealRace(arena, hidden, seen);
  if (draw === undefined) return undefined;
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    const at = raceTimestamp(arena, row);
    const decided = await decide(transaction, arena, row, draw);
    const { decision } = decided;
    const why = sentenceOf(decision);
    const result = describeResult(decided);
    await writeRanks(transaction, row.race_id, decision.ranking);
    if (decision.changed) {
      await makeChampion(
        transaction,
        {
          agentVersionId: decision.top!.agentVersionId,
          suiteId: row.suite_id,
          score: decision.top!.raceScore!,
          race: { id: row.race_id, number: row.race_number },
          who: 'arena',
          why,
          now: at.epochMilliseconds,
        },
        arena.policy,
      );
    }
    const outcome = { topAgentVersionId: result.top_agent_version_id, changed: decision.changed };
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'crown-decided', at, outcome },
        set: {
          winner_version_id: outcome.topAgentVersionId,
          winner_score: decision.top?.raceScore ?? null,
          result: json(result),
          draw: json(draw),
        },
        tell: { what: 'race.promoted', why, data: { result, draw_commitment: draw.commitment, draw_seed: draw.seed } },
      },
      arena,
    );
    return `race ${row.race_number} decided: ${decision.why}`;
  });
}

async function decide(
  transaction: Transaction<ArenaTables>,
  { policy, now }: Arena,
  race: RaceRow,
  draw: DrawDocument,
): Promise<DecidedRace> {
  const results = await readRaceResults(transaction, race);
  const details = await readRacerDetails(transaction, race.race_id);
  const top = await currentChampion(transaction, now(), policy);
  const defends = results.some(({ agentVersionId }) => agentVersionId === top?.agentVersionId);
  const incumbentId = top !== undefined && defends ? top.agentVersionId : null;
  const margin = top?.margin ?? 0;
  const decision = decideChampion(results, incumbentId, margin);
  const onSuccess = results.map((result) => ({ ...result, raceScore: solvedBy(result, details) }));
  const incumbent = decision.threshold === null ? undefined : details.get(incumbentId!);
  const challengers = decision.ranking.filter(({ agentVersionId }) => agentVersionId !== incumbentId);
  return {
    decision,
    judgeOff: decideChampion(onSuccess, incumbentId, margin),
    incumbentId,
    defence: top !== undefined && defends ? { margin, days: top.days } : undefined,
    comparisons:
      incumbent === undefined
        ? []
        : compareChallengers(
            new Map(challengers.map(({ agentVersionId: id }) => [id, details.get(id)?.scores ?? new Map()])),
            incumbent.scores,
            bootstrapSeed(draw.seed),
          ),
  };
}

/** A score of zero means no solved problem, with or without runs. */
function solvedBy({ agentVersionId, raceScore }: RaceResult, details: ReadonlyMap<string, RacerDetail>): number | null {
  if (raceScore === null) return null;
  const { successRate = null, agencyFactor = null } = details.get(agentVersionId) ?? {};
  if (successRate === null) return raceScore === 0 ? 0 : null;
  // Removes the judge's influence but not the agency factor, which does not depend on the judge.
  return withFactor(successRate, agencyFactor);
}

function sentenceOf({ why, top, threshold }: ChampionDecision): string {
  switch (why) {
    case 'MARGIN_CLEARED':
      return `${top!.raceScore} reaches the ${threshold} that were needed.`;
    case 'NO_INCUMBENT':
      return 'There was no champion; the best score becomes champion.';
    case 'MARGIN_NOT_CLEARED':
      return `No challenger reached ${threshold}; the champion stays.`;
    case 'NO_CHALLENGER':
      return 'No challenger finished; the champion stays.';
    case 'INCUMBENT_UNSCORED':
      return 'The incumbent could not be scored, which does not count as a defeat; the champion stays.';
    case 'NOBODY_FINISHED':
      return 'No racer finished; there is still no champion.';
  }
}
