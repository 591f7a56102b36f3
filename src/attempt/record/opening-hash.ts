import { sha256 } from '../../store/sha256.ts';
import type { AttemptIdentity } from '../attempt.ts';
import { openingText } from './opening-text.ts';

/** Stands where the hash of a call before the first would, so that calls cannot be passed off as another attempt's. */
export function openingHash(
  identity: Pick<AttemptIdentity, 'attempt_id' | 'run_id' | 'problem_hash' | 'agent'>,
): string {
  return sha256(openingText(identity));
}
