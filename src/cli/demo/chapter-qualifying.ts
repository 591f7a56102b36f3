import { counted } from '../../text/counted.ts';
import { scoreText } from '../output/say-score.ts';
import type { DemoContest, DemoStage } from './demo-stage.ts';
import { failuresOf } from './failures-of.ts';
import { type Handed, handIn } from './hand-in.ts';
import { type Contestant, castFor } from './people.ts';
import { dayText, listText } from './say-demo.ts';
import { untilQuiet } from './until-quiet.ts';

/** How reasons end that are not about what was recommended. */
const OWN_FAULT = '(agent)';

/** Everybody hands in; whoever hides something is told why it is not let in. */
export async function admit({ url, board, people, narrator, models }: DemoStage): Promise<readonly Handed[]> {
  const handed: Handed[] = [];
  for (const contestant of castFor(models.model).contestants)
    handed.push(await handIn(contestant, people.client(contestant.name, url), models));
  const admitted = handed.filter(({ versionId }) => versionId !== null);
  const { submitted_at } = await board.version(admitted[0]!.versionId!);
  narrator.tell(`${dayText(submitted_at)}. ${admitted.length} of ${handed.length} agents are accepted.`);
  for (const { contestant, findings } of handed.filter(({ versionId }) => versionId === null)) {
    const reasons = findings
      .filter((each) => each.class !== 'policy')
      .map(({ code, line }) => `${code} in line ${line}`);
    narrator.tell(`${contestant.name} is rejected: ${listText(reasons)}.`);
  }
  return handed;
}

/** Everybody who was let in is run by as many of the three validators as the arena asks for. */
export async function qualify(contest: DemoContest, handed: readonly Handed[]): Promise<void> {
  const { board, narrator } = contest;
  await untilQuiet(contest);
  const { entries: all } = await board.leaderboard();
  const entries = all.filter((entry) => handed.some(({ versionId }) => versionId === entry.agent_version_id));
  const { required_successes } = await board.version(entries[0]!.agent_version_id);
  const scores = entries.map(({ agent_name, final_score }) => `${agent_name} ${scoreText(final_score)}`);
  narrator.tell(`Qualifying scores, each from ${counted(required_successes, 'validator')}: ${listText(scores)}.`);
  for (const each of handed.filter(({ versionId }) => versionId !== null)) {
    const { attempts, commonest } = await failuresOf(contest, each);
    if (!commonest?.reason.endsWith(OWN_FAULT)) continue;
    const { reason, times } = commonest;
    narrator.tell(
      `${each.contestant.name} is responsible for its failures: ${times} of ${attempts} attempts ended with ${reason}.`,
    );
  }
}

/** Somebody comes later, and is run before the window closes. */
export async function challenge(contest: DemoContest, contestant: Contestant): Promise<Handed> {
  const { board, people, url, narrator, models } = contest;
  const handed = await handIn(contestant, people.client(contestant.name, url), models);
  await untilQuiet(contest);
  const { agent_name, submitted_at, final_score } = await board.version(handed.versionId!);
  narrator.tell(
    `${dayText(submitted_at)}. New agent: ${agent_name}, which uses ${models.simulated ? 'house/expert' : models.model}, scores ${scoreText(final_score)}.`,
  );
  return handed;
}
