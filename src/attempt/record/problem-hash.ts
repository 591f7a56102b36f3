import { sha256 } from '../../store/sha256.ts';
import { problemText } from './problem-text.ts';

/** Of what the agent saw of a problem. What it must not see may change without making another problem of it. */
export function problemHash(problem: { readonly problem_id: string; readonly query: string }): string {
  return sha256(problemText(problem));
}
