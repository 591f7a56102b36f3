import { basename } from 'node:path';
import { AttemptStore } from '../../attempt/record.ts';
import { AGENCY_THRESHOLDS, VersionProfiles } from '../../corpus/agency.ts';
import { rowSources } from '../../corpus/firehose.ts';
import { isQuarantined, readAttempt } from '../../corpus/intake.ts';
import { type Licences, UNSTATED_LICENCE } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

export interface ReadSuccesses {
  readonly attempts: number;
  readonly successes: readonly SuccessfulAttempt[];
}

/** Every attempt of a data folder by production-strict success, with the agency verdict that the filter would give. */
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
  for (const source of rowSources(folder)) {
    for await (const row of source.rows()) {
      if (!('text' in row)) throw unreadable(folder, row.file);
      const read = readAttempt(row.text, { agency: AGENCY_THRESHOLDS, queries });
      if (isQuarantined(read)) throw unreadable(folder, `${row.file}: ${read.detail}`);
      attempts++;
      onAttempt?.(attempts);
      const { facts, verdict, agency, profile } = read.reading;
      profiles.add(facts.agent, profile);
      if (verdict?.rules.success !== true) continue;
      const { agent, blobs } = store.read(facts.attempt_id);
      const handedIn = blobs.dialogue === null ? undefined : await store.blobs.get(blobs.dialogue.sha256);
      const json = handedIn === undefined ? undefined : parseJson(Buffer.from(handedIn).toString('utf8'));
      found.push({
        id: facts.attempt_id,
        problem_id: facts.problem_id,
        agent: basename(agent.name, '.py'),
        model: facts.policy.name,
        simulated: facts.policy.simulated,
        agency: agency.verdict,
        dialogue: json?.ok === true ? json.value : undefined,
        licence: licences.get(facts.agent) ?? UNSTATED_LICENCE,
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

function unreadable(folder: string, what: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${folder} holds an attempt that cannot be read: ${what}.`,
    remedy: 'Name the data folder in which the attempts were made; `assay corpus filter` says what is wrong with it.',
  });
}
