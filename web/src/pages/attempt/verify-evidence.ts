import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { wireProblemIdBy } from '../../../../src/arena/browser.ts';
import type { AttemptIdentity } from '../../../../src/attempt/attempt.ts';
import { openingText, problemText } from '../../../../src/attempt/browser.ts';
import { verifySignature } from '../../../../src/identity/hotkey.ts';
import { parseSs58 } from '../../../../src/identity/ss58.ts';
import { canonicalJson } from '../../../../src/json/canonical-json.ts';
import type { JsonObject } from '../../../../src/json/json-object.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { checkCalls } from './check-calls.ts';
import { checkResult, type ReportedResult } from './check-result.ts';
import { objectAt, textAt } from './field-at.ts';
import { isQuoteAt } from './mark-quotes.ts';
import type { Evidence } from './read-evidence.ts';

/** One check. `ok` is `null` if it could not be made because the data to compare is missing. */
export interface VerifyCheck {
  readonly what: string;
  readonly ok: boolean | null;
  /** What differs, or what was verified. */
  readonly detail: string;
}

/** What the arena states about the attempt; the files must match it. */
export interface ArenaRecord {
  readonly runId: string;
  readonly validator: string;
  /** Hash of the receipt that the validator reported with this problem's result. */
  readonly receiptHash: string | null;
  /** The result that the validator reported; `null` if the arena does not show it. */
  readonly result: ReportedResult | null;
  /** Hash of the submitted file. */
  readonly agentHash: string | null;
  readonly problemId: string;
  readonly query: string | null;
}

export function sha256(content: string | Uint8Array): string {
  return bytesToHex(nobleSha256(typeof content === 'string' ? new TextEncoder().encode(content) : content));
}

/**
 * Checks that need only the files of an attempt, without trusting the arena or the validator. Texts in the details come
 * from the validator and are untrusted.
 */
export function verifyEvidence(
  evidence: Evidence,
  dialogue: Uint8Array | null,
  says: ArenaRecord,
): readonly VerifyCheck[] {
  const { attempt, verdict, receipt } = evidence;
  if (receipt === null || attempt === null) {
    return [{ what: 'There is a receipt and a record', ok: false, detail: 'one of them is missing or not an object' }];
  }
  return [
    checkSignature(receipt),
    sameText('The signer is the validator of this run', textAt(receipt, 'hotkey'), says.validator),
    sameText('The receipt is for this run', textAt(receipt, 'run_id'), says.runId),
    checkReported(receipt, says),
    sameText('The record is the one that was signed', hashOf(attempt), textAt(receipt, 'attempt_hash')),
    checkVerdict(verdict, receipt),
    checkAgreement(attempt, verdict, receipt),
    ...checkResult(attempt, verdict, says.result),
    checkAgent(attempt, says),
    checkProblem(attempt, says),
    checkQuery(attempt, says),
    ...checkCalls(evidence.rawCalls, attempt, sha256),
    checkDialogue(attempt, dialogue),
    checkQuotes(evidence),
  ];
}

function checkSignature(receipt: JsonObject): VerifyCheck {
  const what = 'The receipt is signed by the hotkey it names';
  const { signature, ...body } = receipt;
  const hotkey = textAt(receipt, 'hotkey') ?? '';
  const signer = parseSs58(hotkey);
  if (!signer.ok) return { what, ok: false, detail: `its hotkey ${signer.reason}` };
  const digits = typeof signature === 'string' ? /^0x([0-9a-f]{128})$/.exec(signature)?.[1] : undefined;
  if (digits === undefined) return { what, ok: false, detail: 'its signature is malformed' };
  const message = new TextEncoder().encode(canonicalJson(body));
  const ok = verifySignature(message, hexToBytes(digits), signer.publicKey);
  return { what, ok, detail: ok ? hotkey : `${hotkey} did not sign this: something in the receipt was changed` };
}

function checkReported(receipt: JsonObject, { receiptHash }: ArenaRecord): VerifyCheck {
  const what = 'The receipt’s hash matches the one reported with the score';
  if (receiptHash === null) return { what, ok: null, detail: 'the arena shows no hash for this attempt' };
  return sameText(what, hashOf(receipt), receiptHash);
}

function checkVerdict(verdict: JsonObject | null, receipt: JsonObject): VerifyCheck {
  const what = 'The verdict is the one that was signed';
  const signed = textAt(receipt, 'verdict_hash');
  if (verdict === null)
    return { what, ok: signed === null, detail: signed === null ? 'none was given' : 'it is missing' };
  return sameText(what, hashOf(verdict), signed);
}

/** Ids that occur in several documents must be equal everywhere. */
function checkAgreement(attempt: JsonObject, verdict: JsonObject | null, receipt: JsonObject): VerifyCheck {
  const id = textAt(attempt, 'attempt_id');
  const opening = textAt(objectAt(attempt, 'chain'), 'opening');
  const wrong = [
    id !== textAt(receipt, 'attempt_id') && 'the receipt is for another attempt',
    verdict !== null && id !== textAt(verdict, 'attempt_id') && 'the verdict is about another attempt',
    verdict !== null &&
      textAt(attempt, 'problem_id') !== textAt(verdict, 'problem_id') &&
      'the verdict is about another problem',
    textAt(attempt, 'run_id') !== textAt(receipt, 'run_id') && 'the record is of another run',
    textAt(attempt, 'validator') !== textAt(receipt, 'hotkey') && 'the record names another validator',
    opening !== sha256(openingText(identityOf(attempt))) &&
      'the first hash of the call chain belongs to another attempt',
  ].filter((flaw) => flaw !== false);
  return {
    what: 'Record, verdict and receipt belong to the same attempt',
    ok: wrong.length === 0,
    detail: wrong.join('; '),
  };
}

function identityOf(attempt: JsonObject): Parameters<typeof openingText>[0] {
  return { ...attempt, agent: objectAt(attempt, 'agent') ?? {} } as unknown as AttemptIdentity;
}

function checkAgent(attempt: JsonObject, { agentHash }: ArenaRecord): VerifyCheck {
  const what = 'The agent that was run is the one that was submitted';
  if (agentHash === null) return { what, ok: null, detail: 'the arena shows no hash of what was submitted' };
  return sameText(what, textAt(objectAt(attempt, 'agent'), 'sha256'), agentHash);
}

/** The record has the problem's id in the bank, or its public id if the validator did not know the former. */
function checkProblem(attempt: JsonObject, { problemId }: ArenaRecord): VerifyCheck {
  const named = textAt(attempt, 'problem_id');
  const found = named === null ? null : wireProblemIdBy(sha256, named);
  return sameText('The problem that was run is the one on this page', found, problemId);
}

function checkQuery(attempt: JsonObject, { query }: ArenaRecord): VerifyCheck {
  const what = 'The question shown here is the one the agent was given';
  if (query === null) return { what, ok: null, detail: 'the question is not public' };
  const problemId = textAt(attempt, 'problem_id') ?? '';
  return sameText(what, sha256(problemText({ problem_id: problemId, query })), textAt(attempt, 'problem_hash'));
}

function checkDialogue(attempt: JsonObject, dialogue: Uint8Array | null): VerifyCheck {
  const what = 'The dialogue is the one the agent returned';
  const noted = textAt(objectAt(objectAt(attempt, 'blobs'), 'dialogue'), 'sha256');
  if (dialogue === null) {
    const detail = noted === null ? 'it returned none' : 'no dialogue was uploaded that can be read';
    return { what, ok: noted === null ? true : null, detail };
  }
  return sameText(what, sha256(dialogue), noted);
}

function checkQuotes({ judgement, calls }: Evidence): VerifyCheck {
  const what = 'What the judge quotes is in the recorded calls';
  const quotes = judgement?.quotes ?? [];
  const unread = judgement?.unreadQuotes ?? 0;
  if (calls === null) return { what, ok: null, detail: 'the calls are not in the file' };
  const missing = quotes.filter((quote) => {
    const call = calls.find(({ sequence }) => sequence === quote.call);
    return call === undefined || !isQuoteAt(call.text, quote);
  });
  const all = counted(quotes.length, 'quote');
  if (missing.length > 0) {
    return {
      what,
      ok: false,
      detail: `${missing.length} of ${all} ${forCount(missing.length, 'was', 'were')} not found`,
    };
  }
  if (unread > 0) return { what, ok: null, detail: `${all} found; ${unread} more not checked` };
  return { what, ok: true, detail: all };
}

function hashOf(value: JsonObject): string {
  return sha256(canonicalJson(value));
}

function sameText(what: string, found: string | null, due: string | null): VerifyCheck {
  if (found !== null && found === due) return { what, ok: true, detail: found };
  return { what, ok: false, detail: `found ${found ?? 'nothing'}, expected ${due ?? 'nothing'}` };
}
