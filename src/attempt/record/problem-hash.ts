import { sha256 } from '../../store/sha256.ts';
import { problemText } from './problem-text.ts';

/** Hash of what the agent saw of a problem. Changing the parts it must not see does not make it a different problem. */
export function problemHash(problem: { readonly problem_id: string; readonly query: string }): string {
  return sha256(problemText(problem));
}
