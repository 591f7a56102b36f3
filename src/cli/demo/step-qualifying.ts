import { counted } from '../../text/counted.ts';
import { scoreText } from '../output/format-score.ts';
import { failuresOf, failuresText } from './failures-of.ts';
import { dayText, listText } from './format-demo.ts';
import type { DemoContest, DemoSetup } from './open-demo.ts';
import { type Contestant, contestantsFor } from './participants.ts';
import { type SubmittedContestant, submitContestant } from './submit-contestant.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

/** Suffix of reasons for failures other than a wrong recommendation. */
const OWN_FAULT = '(agent)';

/** Submits all agents; prints the reasons for each rejected one. */
export async function submitAll({
  url,
  api,
  people,
  output,
  models,
}: DemoSetup): Promise<readonly SubmittedContestant[]> {
  const submitted: SubmittedContestant[] = [];
  for (const contestant of contestantsFor(models.model).contestants)
    submitted.push(await submitContestant(contestant, people.client(contestant.name, url), models));
  const admitted = submitted.filter(({ versionId }) => versionId !== null);
  const { submitted_at } = await api.version(admitted[0]!.versionId!);
  output.tell(`${dayText(submitted_at)}. ${admitted.length} of ${submitted.length} agents are accepted.`);
  for (const { contestant, findings } of submitted.filter(({ versionId }) => versionId === null)) {
    const reasons = findings
      .filter((each) => each.class !== 'policy')
      .map(({ code, line }) => `${code} on line ${line}`);
    output.tell(`${contestant.name} is rejected: ${listText(reasons)}.`);
  }
  return submitted;
}

/** Waits until each accepted version was run by as many of the three validators as the arena requires. */
export async function qualify(contest: DemoContest, submitted: readonly SubmittedContestant[]): Promise<void> {
  const { api, output } = contest;
  await waitUntilIdle(contest);
  const { entries: all } = await api.leaderboard();
  const entries = all.filter((entry) => submitted.some(({ versionId }) => versionId === entry.agent_version_id));
  const usual = contest.options.sizes.runs;
  const scores = entries.map(({ agent_name, final_score }) => `${agent_name} ${scoreText(final_score)}`);
  const rechecked: string[] = [];
  for (const { agent_name, agent_version_id } of entries)
    if ((await api.version(agent_version_id)).required_successes > usual) rechecked.push(agent_name);
  const more =
    rechecked.length === 0
      ? ''
      : `; median of ${usual + 1} for ${listText(rechecked)}, which ${rechecked.length === 1 ? 'was' : 'were'} run once more as a check`;
  output.tell(
    `Qualifying scores (${usual === 1 ? 'from' : 'median of'} ${counted(usual, 'validator')}${more}): ${listText(scores)}.`,
  );
  for (const each of submitted.filter(({ versionId }) => versionId !== null)) {
    const failures = await failuresOf(contest, each);
    if (!failures.commonest?.reason.endsWith(OWN_FAULT)) continue;
    output.tell(`${each.contestant.name} ${failuresText(failures)}.`);
  }
}

/** Submits the challenger, which is run before the window closes. */
export async function submitChallenger(contest: DemoContest, contestant: Contestant): Promise<SubmittedContestant> {
  const { api, people, url, output, models } = contest;
  const submitted = await submitContestant(contestant, people.client(contestant.name, url), models);
  await waitUntilIdle(contest);
  const { agent_name, submitted_at, final_score } = await api.version(submitted.versionId!);
  const model = models.simulated ? 'house/expert, a simulated model,' : models.model;
  output.tell(
    `${dayText(submitted_at)}. A new agent, ${agent_name}, enters. It uses ${model} and gets a qualifying score of ${scoreText(final_score)}.`,
  );
  return submitted;
}
