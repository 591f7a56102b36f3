import type { Finding } from './finding.ts';
import type { FindingClass } from './finding-code.ts';

/** Result of checking a file. A file without findings is not safe, only transparent enough to be run in a sandbox. */
export interface Analysis {
  /** Findings of class `policy` do not reject a file. */
  readonly verdict: 'accepted' | 'rejected';
  /** An operator must review the file because it has findings of class `policy`. */
  readonly flagged: boolean;
  /**
   * The class that decides the cooldown after a rejection: none for `form`, reduced for `security`, full for
   * `integrity`.
   */
  readonly gravest: FindingClass | null;
  /** In file order. */
  readonly findings: readonly Finding[];
  /** Number of findings left out: a list of thousands is useless. */
  readonly omitted: number;
  /** Version of the Python that parsed the file; null if it was not parsed. */
  readonly python: string | null;
}

const MOST_FINDINGS = 200;
/** Findings with the same code: a contestant who uses `os` in a hundred places needs to see only the first few. */
const MOST_OF_A_KIND = 20;
const BY_SEVERITY: readonly FindingClass[] = ['integrity', 'security', 'form', 'policy'];

export function analysisOf(findings: readonly Finding[], python: string | null): Analysis {
  const distinct = new Map(findings.map((each) => [`${each.code} ${each.line} ${each.message}`, each]));
  const counts = new Map<string, number>();
  const shown = [...distinct.values()]
    .sort((left, right) => left.line - right.line || left.column - right.column || compare(left.code, right.code))
    .filter(({ code }) => {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      return counts.get(code)! <= MOST_OF_A_KIND;
    })
    .slice(0, MOST_FINDINGS);
  const classes = new Set(findings.map((each) => each.class));
  const gravest = BY_SEVERITY.find((each) => classes.has(each)) ?? null;
  return {
    verdict: gravest === null || gravest === 'policy' ? 'accepted' : 'rejected',
    flagged: classes.has('policy'),
    gravest,
    findings: shown,
    omitted: distinct.size - shown.length,
    python,
  };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
