import { basename } from 'node:path';
import { AttemptStore } from '../../attempt/record.ts';
import { AGENCY_THRESHOLDS, VersionProfiles } from '../../corpus/agency.ts';
import { isQuarantined, readAttempt } from '../../corpus/intake.ts';
import { rowSources } from '../../corpus/pipeline.ts';
import { readEvidence, type SpokenConversation, scriptedSteps, spokenConversations } from '../../corpus/recorded.ts';
import { type Licences, UNSTATED_LICENCE } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import { Random } from '../../random/random.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

export interface ReadSuccesses {
  readonly attempts: number;
  readonly successes: readonly SuccessfulAttempt[];
}

/** An agent that repeats its prompt at every step has dozens of conversations; keeping all would exhaust the memory. */
const MOST_CONVERSATIONS = 4;

/** Every production-strict success in a data folder, with the filter's agency verdict. */
export async function readSuccesses(
  folder: string,
  queries: ReadonlyMap<string, string>,
  licences: Licences,
  onAttempt?: (done: number) => void,
): Promise<ReadSuccesses> {
  const store = new AttemptStore(folder);
  const profiles = new VersionProfiles();
  const found: (SuccessfulAttempt & { readonly version: string })[] = [];
  let attempts = 0;
  for (const source of rowSources(folder, 'evidence')) {
    for await (const row of source.rows()) {
      if (!('text' in row)) throw unreadable(folder, row.file);
      const read = readAttempt(row.text, { agency: AGENCY_THRESHOLDS, queries, format: 'evidence' });
      if (isQuarantined(read)) throw unreadable(folder, `${row.file}: ${read.detail}`);
      const { verdict: decided } = read.reading.agency;
      if (decided === 'claimed') throw unreadable(folder, `${row.file}: it is a log that nothing recorded`);
      attempts++;
      onAttempt?.(attempts);
      const { facts, verdict, profile } = read.reading;
      profiles.add(facts.agent, profile);
      // The gateway changed the model's answers in probe attempts.
      if (verdict?.rules.success !== true || facts.isProbe) continue;
      const evidence = readEvidence(row.text);
      if (isQuarantined(evidence)) throw unreadable(folder, `${row.file}: ${evidence.detail}`);
      found.push({
        id: facts.attempt_id,
        problem_id: facts.problem_id,
        agent: basename(store.read(facts.attempt_id).agent.name, '.py'),
        model: facts.policy.name,
        simulated: facts.policy.simulated,
        agency: decided,
        licence: licences.get(facts.agent) ?? UNSTATED_LICENCE,
        conversations: someOf(spokenConversations(evidence.calls), facts.attempt_id),
        steps: scriptedSteps(evidence.calls, verdict.rules.recommended),
        version: facts.agent,
      });
    }
  }
  const versions = profiles.judge();
  const successes = found.map(
    ({ version, ...attempt }): SuccessfulAttempt =>
      versions.get(version)?.verdict === 'independent of the model' ? { ...attempt, agency: 'scripted' } : attempt,
  );
  return { attempts, successes };
}

/** Chooses the same conversations every time the attempt is read. */
function someOf(
  conversations: readonly (SpokenConversation | undefined)[],
  attemptId: string,
): SuccessfulAttempt['conversations'] {
  return new Random(Number.parseInt(attemptId.slice(0, 8), 16)).sample(conversations, MOST_CONVERSATIONS);
}

function unreadable(folder: string, what: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${folder} holds an attempt that cannot be read: ${what}.`,
    remedy: 'Name the data folder in which the attempts were made; `assay corpus filter` says what is wrong with it.',
  });
}
