import { problemHash } from '../../attempt/record.ts';
import { FAULT_CODES, ownerOf } from '../../fault/fault-table.ts';
import { agencyNumber } from '../agency/agency-number.ts';
import { isSaid } from '../agency/settle-agency.ts';
import { applyRules } from '../filter/apply-rules.ts';
import { trajectoryOf } from '../filter/attempt-reading.ts';
import type { RuleContext } from '../filter/filter-rule.ts';
import { duplicateKey, rankSignals } from '../filter/rank-signals.ts';
import { isQuarantined, type Quarantined, quarantine } from '../intake/quarantine.ts';
import { type IntakeOptions, type ReadAttempt, readAttempt } from '../intake/read-attempt.ts';
import type { ClaimedConversation } from '../logs/claimed-conversation.ts';
import { readClaimed } from '../logs/read-claimed.ts';
import type { Digest, ExpectedEvidence } from './batch.ts';
import { corpusRow, toolsReference } from './corpus-row.ts';
import type { ReadRow } from './row-texts.ts';

export interface DigestedRow {
  readonly digest: Digest;
  /** The line for the corpus in case the row is kept, and the schemas it refers to. */
  readonly candidate?: { readonly text: string; readonly tools: readonly [string, string] };
}

/** Everything that can be determined about a row without the other rows. */
export function digestRow(row: ReadRow, intake: IntakeOptions, context: RuleContext): DigestedRow {
  const { file, line } = row;
  const read =
    'text' in row ? readAttempt(row.text, intake) : 'claim' in row ? readClaimedRow(row.claim, intake) : row.flaw;
  if (isQuarantined(read)) return { digest: { file, line, flaw: read } };
  const expected = 'text' in row ? row.expected : undefined;
  const other = expected && mismatch(read, expected, intake.queries);
  if (other !== undefined) {
    const flaw = quarantine('EVIDENCE_MISMATCH', other, read.reading.facts.attempt_id);
    return { digest: { file, line, flaw } };
  }
  const { reading, receipt } = read;
  const { facts, agency, profile } = reading;
  const found = applyRules(reading, context);
  if (expected?.withdrawn === true) found.push({ reason: 'WITHDRAWN', detail: 'its contestant withdrew it' });
  const isClaimed = facts.claimed !== undefined;
  // Probes apply to recorded attempts and are not evidence about a log that only names the same agent.
  const pending =
    !isClaimed && isSaid(profile.said) ? (found.find(({ reason }) => reason === 'NOT_AGENTIC') ?? null) : null;
  const failures = found.filter((failure) => failure !== pending);
  const trajectory = failures.length === 0 ? trajectoryOf(reading) : undefined;
  const digest = {
    file,
    line,
    id: facts.attempt_id,
    problem: facts.problem_id,
    agent: facts.agent,
    claimed: isClaimed,
    failures,
    pending,
    agency: agency.verdict,
    run: facts.run_id,
    agency_number: agencyNumber(agency),
    profile: isClaimed || isExcused(facts.fault) ? null : profile,
    receipt: receipt && { text: JSON.stringify(receipt.receipt), hash: receipt.hash },
  };
  if (trajectory === undefined) return { digest: { ...digest, candidate: null } };
  const candidate = { key: duplicateKey(facts.problem_id, trajectory), signals: rankSignals(trajectory) };
  return {
    digest: { ...digest, candidate },
    candidate: {
      text: JSON.stringify(
        corpusRow(
          pending === null ? reading : { ...reading, agency: { ...agency, ...PROBED } },
          receipt,
          context.counter,
        ),
      ),
      tools: [toolsReference(trajectory.tools), trajectory.tools],
    },
  };
}

/** Extreme nesting overflows the stack somewhere. One row must not prevent reading the others. */
function readClaimedRow(claim: ClaimedConversation, intake: IntakeOptions): ReadAttempt | Quarantined {
  try {
    return readClaimed(claim, intake);
  } catch (error) {
    return quarantine('UNREADABLE', error instanceof Error ? error.message : String(error), claim.id ?? undefined);
  }
}

/** Agency of a row that is kept because of the probes of its version. */
const PROBED = {
  verdict: 'agentic',
  because: 'the model said what was done, and its program follows it when what it says is changed',
} as const;

/** What an agent did during an outage is not evidence of whether it follows its models. */
function isExcused(fault: string | null): boolean {
  const code = FAULT_CODES.find((each) => each === fault);
  return code !== undefined && ownerOf(code) !== 'agent';
}

/**
 * Compares what evidence says about itself with where the arena received it. A hidden problem must not enter the corpus
 * because it was uploaded in place of, or under the name of, a public one.
 */
function mismatch(
  { reading: { facts }, problemHash: asked }: ReadAttempt,
  expected: ExpectedEvidence,
  queries: ReadonlyMap<string, string>,
): string | undefined {
  if (facts.run_id !== expected.run) return 'it is of another run';
  if (facts.validator !== expected.validator) return 'another validator signed it';
  if (facts.agent !== expected.agent) return 'it is of another agent';
  const { problem_id } = facts;
  const query = queries.get(problem_id);
  if (!expected.problem.includes(problem_id) || query === undefined) return 'it is at another problem';
  return asked === problemHash({ problem_id, query }) ? undefined : 'the problem was worded differently';
}
