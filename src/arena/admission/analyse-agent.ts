import { type Analysis, analysisOf } from './analysis.ts';
import { checkBytes } from './check-bytes.ts';
import type { FactsReader, ReadOutcome } from './facts-reader.ts';
import { type Finding, finding } from './finding.ts';
import { judgeFacts } from './judge-facts.ts';
import type { Knowledge } from './knowledge.ts';
import type { SourceReport } from './source-facts.ts';
import { subjectOf } from './subject.ts';

export interface AnalysisOptions {
  readonly reader: FactsReader;
  /** Problems that contestants may see; never hidden ones. */
  readonly knowledge?: Knowledge | undefined;
  readonly isProduct?: ((id: string) => boolean) | undefined;
}

/**
 * Checks a contestant's file. The file is never run. Anything it does to its reader becomes a finding; this throws only
 * if the machine fails.
 */
export async function analyseAgent(source: Uint8Array, options: AnalysisOptions): Promise<Analysis> {
  const { findings, text } = checkBytes(source);
  if (text === undefined) return analysisOf(findings, null);
  const outcome = await options.reader.read(source);
  if (outcome.kind !== 'read') return analysisOf([...findings, unread(outcome)], null);
  const { report } = outcome;
  if (report.flaw !== null) return analysisOf([...findings, flawed(report.flaw)], report.python);
  const judged = judgeFacts(subjectOf(report, text, options));
  const overflow = report.complete ? [] : [tooComplex('The file contains more than can be reviewed.')];
  return analysisOf([...findings, ...overflow, ...judged], report.python);
}

function unread(outcome: Exclude<ReadOutcome, { kind: 'read' }>): Finding {
  switch (outcome.kind) {
    case 'crashed': {
      const message = `Python was ended by ${outcome.signal} while it parsed the file.`;
      return finding('PARSER_CRASHED', { line: 1, column: 1 }, message);
    }
    case 'out of cpu':
      return tooComplex('Parsing the file takes more than five seconds of processor time.');
    case 'out of memory':
      return tooComplex('Parsing the file takes more than 512 MiB of memory.');
    case 'unintelligible':
      return tooComplex('The file could not be parsed.');
  }
}

function flawed(flaw: NonNullable<SourceReport['flaw']>): Finding {
  const unreadable = flaw.kind === 'syntax' || (flaw.kind === 'other' && flaw.stage !== 'walk');
  if (unreadable) return finding('NOT_PYTHON', flaw, `Python says: ${flaw.message}.`);
  return finding('TOO_COMPLEX', flaw, `Python says: ${flaw.message}.`);
}

function tooComplex(message: string): Finding {
  return finding('TOO_COMPLEX', { line: 1, column: 1 }, message);
}
