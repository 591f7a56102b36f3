import type { VerifyCheck } from './verify-evidence.ts';

export interface CheckSum {
  readonly tone: 'good' | 'quiet' | 'bad';
  readonly title: string;
  readonly sentence: string;
}

/** Overall result of the checks. Unchecked parts never count as passed: they may have been left out on purpose. */
export function sumUpChecks(checks: readonly VerifyCheck[]): CheckSum {
  const failed = checks.filter(({ ok }) => ok === false).length;
  const unchecked = checks.filter(({ ok }) => ok === null).length;
  if (failed > 0) {
    return {
      tone: 'bad',
      title: 'verification failed',
      sentence: `${failed} of ${checks.length} checks failed: what is shown here is not what was signed.`,
    };
  }
  if (unchecked > 0) {
    return {
      tone: 'quiet',
      title: 'signed, partly checked',
      sentence: `Nothing contradicts the receipt, but ${unchecked} of ${checks.length} checks had no data to compare.`,
    };
  }
  return { tone: 'good', title: 'verified', sentence: 'This is what the validator signed, complete and unchanged.' };
}
