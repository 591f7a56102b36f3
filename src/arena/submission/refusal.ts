import { Fault } from '../../fault/fault.ts';
import type { Analysis } from '../admission/analysis.ts';
import { type Violation, violationsOf } from './violations-of.ts';

/** A rejection, with what the contestant needs to know. */
export interface Refusal {
  readonly violations: readonly Violation[];
  /** Number of violations that are not listed. */
  readonly omitted: number;
  /** Seconds until the next submission is allowed, counted from the rejection. */
  readonly remainingSeconds: number;
}

export function refusalOf(analysis: Analysis, remainingSeconds: number): Refusal {
  return { violations: violationsOf(analysis), omitted: analysis.omitted, remainingSeconds };
}

export function refusalFault({ violations, omitted, remainingSeconds }: Refusal): Fault {
  const rejecting = violations.find((violation) => violation.class !== 'policy') ?? violations[0];
  const first = rejecting === undefined ? '' : ` Line ${rejecting.line}: ${rejecting.message}`;
  return new Fault('CODE_ANALYSIS_ERROR', {
    message: `The file was rejected.${first}`,
    remedy:
      remainingSeconds === 0
        ? 'Fix what is listed and submit again. This attempt does not start a cooldown.'
        : `Fix what is listed. The next submission is possible in ${remainingSeconds} seconds; a check costs nothing.`,
    extra: { violations, omitted, remaining_seconds: remainingSeconds },
  });
}
