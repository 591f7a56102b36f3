/**
 * Meanings of the codes of the filter, of quarantine and of the release. A test compares the list with the codes in
 * use.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  PROBE: 'a probe attempt: answers of its models were changed on purpose',
  NOT_NORMALISED: 'no conversation with tool calls can be rebuilt, or the attempt ended with a fault',
  QUALITY_LOW: 'judged below the threshold, or not judged',
  CALL_UNPAIRED: 'a call without its result in the next turn',
  RECOMMEND_COUNT: 'not exactly one recommendation',
  ARGUMENTS_BAD: 'arguments that a tool would reject or ignore',
  PRODUCT_UNSEEN: 'recommends a product that no result had shown',
  PRODUCT_UNKNOWN: 'recommends a product that is not in the market',
  TOO_LONG: 'longer than the limit of tokens',
  ENDS_ON_THOUGHT: 'the last turn has no recommendation, end or answer',
  ERROR_LOOP: 'the same call, or errors, three times',
  NOT_AGENTIC: 'the program, not the model, chose the calls',
  PROBLEM_WITHHELD: 'on a problem that is hidden or held out',
  WITHDRAWN: 'withdrawn by its contestant',
  DUPLICATE: 'the same calls for the same problem as another attempt',
  RANKED_OUT: 'its problem has enough better attempts',
  TRUNCATED_FILE: 'its file is truncated',
  ROW_TOO_LARGE: 'larger than the limit',
  NOT_UTF8: 'not valid UTF-8',
  NOT_JSON: 'not JSON',
  SCHEMA_UNKNOWN: 'in an unknown format',
  REWRITTEN: 'a rewritten row among recorded ones',
  NOT_AN_ATTEMPT: 'not an attempt',
  CALLS_MISSING: 'without its recorded calls',
  CALLS_BROKEN: 'the chain of its recorded calls is broken',
  RECEIPT_MISMATCH: 'its receipt does not match it',
  RECEIPT_UNSIGNED: 'its receipt is not signed by a known validator',
  ATTEMPT_TWICE: 'a repeat of an attempt already read',
  UNREADABLE: 'cannot be read',
  EVIDENCE_MISSING: 'its evidence is missing from storage',
  EVIDENCE_MISMATCH: 'its evidence is of another run, agent or problem',
  RUN_NOT_TRUSTED: 'of an invalidated run or an excluded validator',
  CLAIMED: 'from logs that no gateway recorded',
  SEALED: 'about a sealed problem',
  HELD_OUT: 'about a held-out problem',
  HIDDEN: 'quotes a hidden problem',
  CROSSING: 'its problem would link two splits',
  NO_LICENCE: 'its contestant chose licence “none”',
};

/** Undefined for a code of a newer arena. */
export function reasonText(code: string): string | undefined {
  return Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
}
