import { tellCode } from './chapter-code.ts';
import { tellCorpus } from './chapter-corpus.ts';
import { setExam, startValidating } from './chapter-opening.ts';
import { tellPay, tellWeights } from './chapter-pay.ts';
import { admit, challenge, qualify } from './chapter-qualifying.ts';
import { firstRaceOf, racesForCrown, tellRace } from './chapter-race.ts';
import { STAKES } from './demo-settings.ts';
import type { DemoStage } from './demo-stage.ts';
import { standingOf, standingsTable } from './final-table.ts';
import { passTime } from './pass-time.ts';
import { castFor } from './people.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long enough for an epoch to be fixed, weighed, and paid in the next. */
const TWO_EPOCHS = 2.5 * HOUR;
/** So long on top that its share has begun to shrink. */
const REIGN = 4 * DAY;

/**
 * The story from the first product to the last payment. Every chapter first does what is not done yet and then says what
 * the arena's public API tells about it, so that whoever was interrupted, or wants to hear it again, hears the same.
 */
export async function tellStory(stage: DemoStage) {
  const { exam, claims } = await setExam(stage);
  // They mostly wait until they are stopped; meanwhile there is something to do.
  const examined = stage.examine();
  examined.catch(() => {});
  const handed = await admit(stage);
  const { contest, claims: sandbox } = await startValidating(stage, exam, examined);
  await qualify(contest, handed);
  const admitted = handed.filter(({ versionId }) => versionId !== null);
  const first = await firstRaceOf(contest, admitted[0]!.versionId!);
  const races = [await tellRace(contest, first)];
  const challenger = await challenge(contest, castFor(stage.models.model).challenger);
  const later = await racesForCrown(contest, challenger.versionId!);
  for (const race of later) races.push(await tellRace(contest, race));
  const { race: last, result } = later.at(-1)!;
  const winner = result.top_agent_version_id!;
  const crowned = Date.parse(last.race_completed_at!);
  await passTime(contest, crowned + TWO_EPOCHS);
  const everybody = [...handed, challenger];
  const names = [...everybody.map(({ contestant }) => contestant.name), ...Object.keys(STAKES)];
  const weights = await tellWeights(contest, names);
  const code = await tellCode(contest, winner, admitted.at(-1)!);
  await passTime(contest, crowned + REIGN);
  const pay = await tellPay(contest, names);
  const corpus = await tellCorpus(contest, everybody);
  const decided = [first, ...later];
  const contestants = await Promise.all(everybody.map((each) => standingOf(contest, each, decided)));
  stage.narrator.say(`\n${standingsTable(contestants)}\n`);
  return {
    url: stage.url,
    model: stage.models.model,
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
