import { sha256 } from '../../store/sha256.ts';
import type { AttemptIdentity } from '../attempt.ts';
import { openingText } from './opening-text.ts';

/** The predecessor hash of the first call, so that calls cannot be presented as another attempt's. */
export function openingHash(
  identity: Pick<AttemptIdentity, 'attempt_id' | 'run_id' | 'problem_hash' | 'agent'>,
): string {
  return sha256(openingText(identity));
}
