import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemDigest } from '../../problems/suites.ts';

/** One problem with its old and its corrected answer key. */
export interface CorrectedKey {
  readonly before: Problem;
  readonly after: Problem;
  readonly digestBefore: string;
  readonly digestAfter: string;
}

/**
 * Pairs corrected problems with the ones they correct, in the order of the corrected ones, and omits unchanged
 * problems. The question must be identical, because agents answered the one they were asked.
 */
export function matchKeys(old: readonly Problem[], corrected: readonly Problem[]): readonly CorrectedKey[] {
  const byId = new Map(old.map((problem) => [problem.id, problem]));
  const keys = corrected.map((after): CorrectedKey => {
    const before = byId.get(after.id);
    if (before === undefined) throw refused(after.id, 'is not among the problems it should correct');
    if (before.query !== after.query) throw refused(after.id, 'asks something else than before');
    if (before.category !== after.category) {
      throw refused(after.id, `was a ${before.category} problem and cannot become a ${after.category} problem`);
    }
    return { before, after, digestBefore: problemDigest(before), digestAfter: problemDigest(after) };
  });
  return keys.filter(({ digestBefore, digestAfter }) => digestBefore !== digestAfter);
}

function refused(id: string, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `Problem ${id} ${reason}.`,
    remedy: 'Change only reward and voucher. Any other change makes a new problem with a new id.',
  });
}
