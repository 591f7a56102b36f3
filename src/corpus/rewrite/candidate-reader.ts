import { isSigned, receiptHash } from '../../attempt/record.ts';
import type { EvidenceRow } from '../intake/evidence-row.ts';
import { isQuarantined, type Quarantined, quarantine } from '../intake/quarantine.ts';
import { type ReceiptLink, readEvidence } from '../intake/read-attempt.ts';
import type { RowLocation } from '../pipeline/batch.ts';
import type { ReadRow } from '../pipeline/row-texts.ts';
import { type RewriteRefusal, refuseRewrite } from './rewrite-reason.ts';
import { type ScriptedAttempt, type ScriptedOptions, scriptedAttempt } from './scripted-attempt.ts';

export interface RewriteCandidate {
  readonly attempt: ScriptedAttempt;
  readonly receipt: ReceiptLink;
}

/** Identifies an attempt. */
export interface AttemptName {
  readonly attempt_id: string;
  readonly problem_id: string;
  readonly agent: string;
}

export type ReadCandidate =
  | (RowLocation & { readonly kind: 'quarantined'; readonly flaw: Quarantined })
  | (RowLocation & { readonly kind: 'refused'; readonly name: AttemptName; readonly refusal: RewriteRefusal })
  | { readonly kind: 'candidate'; readonly candidate: RewriteCandidate };

/** Rewriting keeps calls as they were recorded, and logs have no recorded calls. */
const UNRECORDED = quarantine('CALLS_MISSING', 'it is a log, and nothing recorded its calls');

/** Finds the attempts to rewrite among input rows, and gives the reason for every other row. */
export class CandidateReader {
  readonly #options: ScriptedOptions;
  readonly #ids = new Set<string>();
  readonly #keys = new Map<string, string>();

  constructor(options: ScriptedOptions) {
    this.#options = options;
  }

  read(row: ReadRow): ReadCandidate {
    const { file, line } = row;
    const evidence = 'text' in row ? readEvidence(row.text) : 'claim' in row ? UNRECORDED : row.flaw;
    if (isQuarantined(evidence)) return { kind: 'quarantined', file, line, flaw: evidence };
    const { attempt, receipt } = evidence;
    const id = attempt.attempt_id;
    const putAside = (flaw: Quarantined): ReadCandidate => ({ kind: 'quarantined', file, line, flaw });
    if (this.#ids.has(id)) return putAside(quarantine('ATTEMPT_TWICE', 'the attempt was in the input before', id));
    this.#ids.add(id);
    const found = this.#find(evidence);
    if ('reason' in found) {
      const name = { attempt_id: id, problem_id: attempt.problem_id, agent: attempt.agent.sha256 };
      return { kind: 'refused', file, line, name, refusal: found };
    }
    // A signature costs more to check than everything else, so only attempts that would be sent to models are checked.
    if (!isSigned(receipt)) return putAside(quarantine('RECEIPT_UNSIGNED', 'its receipt is not signed', id));
    this.#keys.set(found.key, id);
    return { kind: 'candidate', candidate: { attempt: found, receipt: { receipt, hash: receiptHash(receipt) } } };
  }

  #find(evidence: EvidenceRow): ScriptedAttempt | RewriteRefusal {
    const found = scriptedAttempt(evidence, this.#options);
    if ('reason' in found) return found;
    const original = this.#keys.get(found.key);
    return original === undefined ? found : refuseRewrite('DUPLICATE', `made the same calls as ${original}`);
  }
}
