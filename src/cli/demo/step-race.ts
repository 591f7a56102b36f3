import { z } from 'zod';
import type { RaceDetailWire } from '../../board/wire.ts';
import { drawCommitment, drawDocumentSchema } from '../../problems/suites.ts';
import { scoreText } from '../output/format-score.ts';
import { advanceTime } from './advance-time.ts';
import { comparisonText } from './compare-text.ts';
import { dayText, listText } from './format-demo.ts';
import type { DemoContest } from './open-demo.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

/** A race that is over and decided. */
export interface DecidedRace extends RaceDetailWire {
  readonly result: NonNullable<RaceDetailWire['result']>;
}

const SHOWN_DIGITS = 12;
const MARGIN_DIGITS = 5;

/** A race with too few racers is cancelled; the next day there may be more. */
const MOST_DAYS = 3;

/** The first race of a version; if there was none yet, holds the next ones. */
export async function firstRaceOf(contest: DemoContest, versionId: string): Promise<DecidedRace> {
  for (let tries = 0; ; tries++) {
    const [race] = await racesOf(contest, versionId);
    if (race !== undefined) return race;
    if (tries === MOST_DAYS) throw new Error(`version ${versionId} was in none of ${tries} races`);
    await holdRace(contest);
  }
}

/** The races of a version up to the one in which it becomes champion, or the limit of tries. */
export async function racesUntilChampion(contest: DemoContest, versionId: string): Promise<readonly DecidedRace[]> {
  await firstRaceOf(contest, versionId);
  const { tries } = contest.options.sizes;
  for (;;) {
    // Later races are not part of the output; otherwise a repeated demo would end with another race than the first.
    const races = (await racesOf(contest, versionId)).slice(0, tries);
    const won = races.findIndex(({ result }) => result.changed && result.top_agent_version_id === versionId);
    if (won >= 0) return races.slice(0, won + 1);
    if (races.length === tries) return races;
    await holdRace(contest);
  }
}

/** Waits for the next close, and until the race that follows is over. */
async function holdRace(contest: DemoContest): Promise<void> {
  const race = (await contest.api.raceNow()).race!;
  await advanceTime(contest, Date.parse(race.qualifying_closes_at));
  await showStart(contest, race.race_id);
  await waitUntilIdle(contest);
}

/** Decided races of a version, oldest first. */
async function racesOf({ api }: DemoContest, versionId: string): Promise<readonly DecidedRace[]> {
  const { races } = await api.races();
  const details = await Promise.all(races.map(({ race_id }) => api.race(race_id)));
  return details
    .flatMap(({ result, ...race }) => (result === null ? [] : [{ ...race, result }]))
    .filter(({ qualifiers }) => qualifiers.some(({ agent_version_id }) => agent_version_id === versionId))
    .toReversed();
}

const startedSchema = z.object({
  race_id: z.string(),
  racers: z.int(),
  problems: z.int(),
  draw_commitment: z.string(),
});

/** Prints who races on what; nothing for a race that was cancelled for lack of racers. */
async function showStart({ api, output }: DemoContest, raceId: string) {
  const starts = (await api.events('race.started')).map(({ data }) => startedSchema.parse(data));
  const start = starts.find(({ race_id }) => race_id === raceId);
  if (start === undefined) return undefined;
  const { race_number, race_started_at, qualifying_threshold: threshold } = (await api.race(raceId)).race;
  const reached =
    threshold === null || threshold === 0 ? '' : ` with a qualifying score of at least ${scoreText(threshold)},`;
  const commitment = `${start.draw_commitment.slice(0, SHOWN_DIGITS)}…`;
  output.tell(
    `${dayText(race_started_at!)}. Race ${race_number}: ${start.racers} agents${reached} on ${start.problems} hidden problems. The draw of problems was committed in advance; hash ${commitment}`,
  );
  return start;
}

/** Prints who raced on what, and the champion after the race. */
export async function showRace(contest: DemoContest, { race, qualifiers, result, draw }: DecidedRace) {
  const { output } = contest;
  const start = (await showStart(contest, race.race_id))!;
  const nameOf = (id: string | null) => qualifiers.find(({ agent_version_id }) => agent_version_id === id)?.agent_name;
  const kept = drawCommitment(drawDocumentSchema.parse(draw)) === start.draw_commitment;
  const { ranking, changed, top_agent_version_id: top, incumbent_agent_version_id: incumbent, margin } = result;
  const places = ranking.map(({ agent_version_id, score }) => `${nameOf(agent_version_id)} ${scoreText(score)}`);
  const scoreOf = (id: string | null) => ranking.find(({ agent_version_id }) => agent_version_id === id)?.score ?? 0;
  const needed = margin?.toFixed(MARGIN_DIGITS);
  const why =
    incumbent === null
      ? '; there was none before'
      : changed
        ? `: it led by ${scoreText(scoreOf(top) - scoreOf(incumbent))}, and needed ${needed}`
        : `; a challenger needed a lead of ${needed}`;
  const proof = kept ? '' : ' The draw does not match its commitment.';
  output.tell(`Result: ${listText(places)}. ${nameOf(top)} ${changed ? 'becomes' : 'stays'} champion${why}.${proof}`);
  const best = ranking.find(({ agent_version_id }) => agent_version_id !== incumbent)?.agent_version_id;
  const comparison = result.comparisons.find(({ agent_version_id }) => agent_version_id === best);
  if (comparison !== undefined) output.tell(comparisonText(nameOf(best!)!, comparison));
  return {
    race_number: race.race_number,
    ...start,
    draw_is_as_committed: kept,
    ranking: places,
    crown: nameOf(top) ?? null,
    changed,
    margin,
    remark: comparison?.remark ?? null,
  };
}
