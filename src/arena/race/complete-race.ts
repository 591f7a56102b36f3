import type { Transaction } from 'kysely';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceStoredRace, ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import { closeRaceItems } from './close-race-items.ts';
import { decideChampion } from './decide-champion.ts';
import { noteRacerScored } from './note-racer-scored.ts';
import { readRaceResults } from './race-results.ts';
import { scoreByOpinions } from './score-by-opinions.ts';
import type { ArenaQueries, RaceRow } from './stored-race.ts';
import { writeRanks } from './write-ranks.ts';

/** Ends a race when all racers are done or its deadline has passed; racers without a result are DNF. */
export async function completeRace(arena: Arena, seen: RaceRow): Promise<string | undefined> {
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    const racing = await stillRacing(transaction, row);
    const deadline = row.started_at! + arena.policy.raceDeadlineSeconds * 1_000;
    if ((await countOpen(transaction, row, racing)) > 0 && arena.now() < deadline) return undefined;
    const at = raceTimestamp(arena, row);
    await scoreUnfit(transaction, row, at.epochMilliseconds);
    await scoreByOpinions(transaction, row.race_id, racing, { policy: arena.policy, now: at.epochMilliseconds });
    const unfinished = await countOpen(transaction, row, racing);
    await closeRaceItems(transaction, row.race_id, {
      who: 'arena',
      why: 'The race is over.',
      now: at.epochMilliseconds,
    });
    // The champion is not decided yet, but the order of scores is the same with any margin.
    const { ranking } = decideChampion(await readRaceResults(transaction, row), null, 0);
    await writeRanks(transaction, row.race_id, ranking);
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'race-completed', at },
        set: { completed_at: at.epochMilliseconds },
        tell: {
          what: 'race.completed',
          why:
            unfinished === 0 ? 'Every racer is done.' : `Time is up; ${counted(unfinished, 'racer')} did not finish.`,
          data: { finished: ranking.length, unfinished },
        },
      },
      arena,
    );
    return `race ${row.race_number} complete`;
  });
}

/** Racers without removed versions, which the race does not wait for. */
async function stillRacing(reader: ArenaQueries, race: RaceRow): Promise<ReadonlySet<string>> {
  return new Set((await readRaceResults(reader, race)).map(({ agentVersionId }) => agentVersionId));
}

/** How many of the remaining racers still have an open item. */
async function countOpen(reader: ArenaQueries, race: RaceRow, racing: ReadonlySet<string>): Promise<number> {
  const open = await reader
    .selectFrom('work_items')
    .select('agent_version_id')
    .where('race_id', '=', race.race_id)
    .where('closed_at', 'is', null)
    .execute();
  return open.filter(({ agent_version_id }) => racing.has(agent_version_id)).length;
}

/**
 * Scores 0 for an agent that several validators found unable to run. Without a score, an incumbent that breaks itself,
 * for example by deleting the credential that pays for its model, would stay champion as after an outage.
 */
async function scoreUnfit(transaction: Transaction<ArenaTables>, race: RaceRow, now: number): Promise<void> {
  const unfit = await transaction
    .selectFrom('work_items')
    .innerJoin('racers', (join) =>
      join
        .onRef('racers.race_id', '=', 'work_items.race_id')
        .onRef('racers.agent_version_id', '=', 'work_items.agent_version_id'),
    )
    .select('racers.agent_version_id')
    .where('work_items.race_id', '=', race.race_id)
    .where('work_items.close_reason', '=', 'agent fault')
    .where('racers.race_score', 'is', null)
    .execute();
  for (const { agent_version_id } of unfit) {
    await noteRacerScored(transaction, race.race_id, agent_version_id, 0, now);
  }
}
