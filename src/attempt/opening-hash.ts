import { canonicalJson } from '../store/canonical-json.ts';
import { sha256 } from '../store/sha256.ts';
import type { AttemptIdentity } from './attempt.ts';

/** Stands where the hash of a call before the first would, so that calls cannot be passed off as another attempt's. */
export function openingHash(
  identity: Pick<AttemptIdentity, 'attempt_id' | 'run_id' | 'problem_hash' | 'agent'>,
): string {
  const { attempt_id, run_id, problem_hash, agent } = identity;
  return sha256(canonicalJson({ opens: 'calls', attempt_id, run_id, problem_hash, agent_sha256: agent.sha256 }));
}
