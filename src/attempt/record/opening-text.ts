import { canonicalJson } from '../../json/canonical-json.ts';
import type { AttemptIdentity } from '../attempt.ts';

/** The text whose hash starts the chain of an attempt's calls. */
export function openingText(
  identity: Pick<AttemptIdentity, 'attempt_id' | 'run_id' | 'problem_hash'> & {
    readonly agent: Pick<AttemptIdentity['agent'], 'sha256'>;
  },
): string {
  const { attempt_id, run_id, problem_hash, agent } = identity;
  return canonicalJson({ opens: 'calls', attempt_id, run_id, problem_hash, agent_sha256: agent.sha256 });
}
