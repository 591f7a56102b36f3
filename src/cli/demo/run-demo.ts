import { advanceTime } from './advance-time.ts';
import { STAKES } from './demo-settings.ts';
import { standingOf, standingsTable } from './final-table.ts';
import type { DemoSetup } from './open-demo.ts';
import { contestantsFor } from './participants.ts';
import { showCode } from './step-code.ts';
import { showCorpus } from './step-corpus.ts';
import { showPay, showWeights } from './step-pay.ts';
import { qualify, submitAll, submitChallenger } from './step-qualifying.ts';
import { firstRaceOf, racesUntilChampion, showRace } from './step-race.ts';
import { setUpContest, startValidating } from './step-setup.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long enough for an epoch to be fixed, for its weights to be set, and for payment in the next. */
const TWO_EPOCHS = 2.5 * HOUR;
/** Long enough that the champion's share has begun to shrink. */
const DAYS_AS_CHAMPION = 4 * DAY;

/**
 * Runs the demo from the first product to the last payment. Every step first does what is not done yet and then prints
 * what the arena's public API returns about it, so a resumed or repeated demo prints the same.
 */
export async function runDemo(demo: DemoSetup) {
  const { exam, claims } = await setUpContest(demo);
  // The attacks mostly wait until they are stopped; use that time.
  const examined = demo.examine();
  examined.catch(() => {});
  const submitted = await submitAll(demo);
  const { contest, claims: sandbox } = await startValidating(demo, exam, examined);
  await qualify(contest, submitted);
  const admitted = submitted.filter(({ versionId }) => versionId !== null);
  const first = await firstRaceOf(contest, admitted[0]!.versionId!);
  const races = [await showRace(contest, first)];
  const challenger = await submitChallenger(contest, contestantsFor(demo.models.model).challenger);
  const later = await racesUntilChampion(contest, challenger.versionId!);
  for (const race of later) races.push(await showRace(contest, race));
  const { race: last, result } = later.at(-1)!;
  const winner = result.top_agent_version_id!;
  const wonAt = Date.parse(last.race_completed_at!);
  await advanceTime(contest, wonAt + TWO_EPOCHS);
  const everybody = [...submitted, challenger];
  const names = [...everybody.map(({ contestant }) => contestant.name), ...Object.keys(STAKES)];
  const weights = await showWeights(contest, names);
  const code = await showCode(contest, winner, admitted.at(-1)!);
  await advanceTime(contest, wonAt + DAYS_AS_CHAMPION);
  const pay = await showPay(contest, names);
  const corpus = await showCorpus(contest, everybody);
  const decided = [first, ...later];
  const contestants = await Promise.all(everybody.map((each) => standingOf(contest, each, decided)));
  demo.output.print(`\n${standingsTable(contestants)}\n`);
  return {
    url: demo.url,
    model: demo.models.model,
    ...claims,
    sandbox,
    races,
    weights,
    code,
    pay,
    corpus,
    contestants,
  };
}
