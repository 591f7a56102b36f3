import type { RuleVerdict } from '../verdict.ts';
import type { ScoredEvidence } from './attempt-evidence.ts';

/** Characters that may be part of a product id. */
const ID_CHARACTER = /[\p{L}\p{N}_-]/u;

/**
 * Our own rule on top of a reference scorer: a product counts only if a recorded result of this attempt showed it, or
 * the problem names its id. The scores stay those of the reference, so that both can be compared; only `success` is
 * withheld.
 */
export function requireShown(verdict: RuleVerdict, { problem, shown }: ScoredEvidence): RuleVerdict {
  if (!verdict.success) return verdict;
  const notShown = verdict.recommended.filter((id) => !shown.has(id) && !namesId(problem.query, id));
  return notShown.length === 0 ? verdict : { ...verdict, success: false, not_shown: notShown };
}

/** Whether a text contains an id as a whole word: `128` does not contain `12`. */
export function namesId(text: string, id: string): boolean {
  if (id === '') return false;
  for (let start = text.indexOf(id); start !== -1; start = text.indexOf(id, start + 1)) {
    const before = text.slice(0, start).at(-1) ?? '';
    const after = text[start + id.length] ?? '';
    if (!ID_CHARACTER.test(before) && !ID_CHARACTER.test(after)) return true;
  }
  return false;
}
