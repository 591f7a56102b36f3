import { type Analysis, analysisOf } from '../admission/analysis.ts';
import { finding } from '../admission/finding.ts';
import type { FindingCode } from '../admission/finding-code.ts';

/** A small agent; each number gives a different one. */
export function sampleAgent(number = 0): Uint8Array {
  return Buffer.from(`def agent_main(problem_data):\n    return []  # ${number}\n`);
}

/** The analysis of a file with these findings. */
export function sampleAnalysis(...codes: FindingCode[]): Analysis {
  return analysisOf(
    codes.map((code, index) => finding(code, { line: index + 1, column: 1 }, 'Found in “my_secret_plan”.')),
    '3.11.2',
  );
}

export async function accepting(): Promise<Analysis> {
  return sampleAnalysis();
}

export function findingOf(...codes: FindingCode[]): () => Promise<Analysis> {
  return async () => sampleAnalysis(...codes);
}
