import type { Arena } from '../arena.ts';
import { currentChampion } from '../champion/current-champion.ts';
import { advanceStoredRace, ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import { qualify, racersOf } from './qualify.ts';
import { readQualifyingInput } from './qualifying-input.ts';
import type { RaceRow } from './stored-race.ts';

/** Fixes the racers when the window is over. */
export async function closeQualifying(arena: Arena, seen: RaceRow): Promise<string | undefined> {
  if (arena.now() < seen.closes_at) return undefined;
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    // An operator may have moved the close since the race was read; the row of this transaction counts.
    if (arena.now() < row.closes_at) return undefined;
    const top = await currentChampion(transaction, arena.now(), arena.policy);
    const input = await readQualifyingInput(transaction, row, top);
    const result = qualify(input, arena.policy.race);
    const racers = racersOf(result);
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'qualifying-closed', at: raceTimestamp(arena, row), racers },
        set: {
          qualifying_threshold: result.threshold,
          incumbent_version_id: input.incumbent?.agentVersionId ?? null,
        },
        tell: {
          what: 'race.closed',
          why: `Qualifying is over; ${racers.length} of ${result.qualified.length} qualified versions race, one for each contestant.`,
          data: {
            qualifying_threshold: result.threshold,
            incumbent_version_id: input.incumbent?.agentVersionId ?? null,
            racers: racers.map(({ agentVersionId, hotkey, type, qualifyingScore }) => ({
              agent_version_id: agentVersionId,
              miner_hotkey: hotkey,
              qualification_type: type,
              qualifying_score: qualifyingScore,
            })),
          },
        },
      },
      arena,
    );
    for (const { agentVersionId, hotkey, type, qualifyingScore } of racers) {
      await transaction
        .insertInto('racers')
        .values({
          race_id: row.race_id,
          agent_version_id: agentVersionId,
          hotkey,
          qualification_type: type,
          qualifying_score: qualifyingScore,
          race_score: null,
          race_rank: null,
        })
        .execute();
    }
    return `race ${row.race_number} closed with ${racers.length} racers`;
  });
}
