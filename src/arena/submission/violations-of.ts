import type { Analysis } from '../admission/analysis.ts';
import type { FindingClass, FindingCode } from '../admission/finding-code.ts';

/** A finding in the API. */
export type Violation = {
  readonly rule: string;
  readonly class: FindingClass;
  readonly code: FindingCode;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly why: string;
  readonly fix: string;
};

export function violationsOf({ findings }: Analysis): readonly Violation[] {
  return findings.map(({ rule, class: kind, code, line, column, message, why, fix }) => {
    return { rule, class: kind, code, line, column, message, why, fix };
  });
}
