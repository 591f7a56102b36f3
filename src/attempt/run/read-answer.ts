import { z } from 'zod';
import type { FaultCode } from '../../fault/fault-table.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { type JsonFlaw, parseBoundedJson } from '../../json/parse-bounded-json.ts';

export interface AnswerFault {
  readonly code: FaultCode;
  readonly message: string;
}

/** The dialogue that the agent claims, or what is wrong with its answer. */
export type ReadAnswer =
  | { readonly dialogue: readonly unknown[]; readonly bytes: Uint8Array }
  | { readonly fault: AnswerFault };

/** Far larger than any dialogue of 25 steps with its tool results. */
const BOUNDS = { maxDepth: 64, maxNodes: 1_000_000 };

const envelope = z.union([
  z.strictObject({ answer: z.array(z.unknown()) }),
  z.strictObject({
    failure: z.strictObject({
      stage: z.string(),
      type: z.string(),
      message: z.string(),
      line: z.int().nullable(),
    }),
  }),
]);

/**
 * Parses the content of the answer pipe. The agent controls every byte of it, including the runner's report, so nothing
 * in it can put the blame on another party.
 */
export function readAnswer(bytes: Uint8Array, maxBytes: number): ReadAnswer | null {
  if (bytes.length === 0) return null;
  const json = parseBoundedJson(bytes, { ...BOUNDS, maxBytes });
  if (!json.ok)
    return { fault: { code: codeOfFlaw(json.flaw), message: `The answer is not accepted: ${json.reason}.` } };
  if (json.loneSurrogates) return notJson('a text in it contains half a character (a lone surrogate)');
  const parsed = envelope.safeParse(json.value);
  if (!parsed.success) return notJson('it is not in the format of the runner');
  if ('failure' in parsed.data) return { fault: faultOfStage(parsed.data.failure) };
  return { dialogue: parsed.data.answer, bytes: Buffer.from(canonicalJson(parsed.data.answer)) };
}

function notJson(reason: string): ReadAnswer {
  return { fault: { code: 'ANSWER_NOT_JSON', message: `The answer is not accepted: ${reason}.` } };
}

function codeOfFlaw(flaw: JsonFlaw): FaultCode {
  switch (flaw) {
    case 'too deep':
      return 'ANSWER_TOO_DEEP';
    case 'too large':
    case 'too many nodes':
      return 'ANSWER_TOO_LARGE';
    default:
      return 'ANSWER_NOT_JSON';
  }
}

interface Failure {
  readonly stage: string;
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
}

function faultOfStage(failure: Failure): AnswerFault {
  const where = failure.line === null ? '' : ` (line ${failure.line})`;
  const error = `${failure.type}: ${failure.message}${where}`;
  if (failure.type === 'MemoryError') {
    return { code: 'AGENT_OUT_OF_MEMORY', message: `The agent requested more memory than its limit. ${error}` };
  }
  switch (failure.stage) {
    case 'compile':
      return { code: 'AGENT_NOT_PYTHON', message: `The file is not Python that this version accepts. ${error}` };
    case 'main':
      return { code: 'AGENT_MAIN_MISSING', message: 'The file defines no function agent_main.' };
    case 'arity':
      return { code: 'AGENT_MAIN_ARITY', message: `agent_main must take one argument, the problem. ${error}` };
    case 'call':
      return failure.type === 'SystemExit'
        ? { code: 'AGENT_EXITED', message: `The agent ended the program instead of returning${where}.` }
        : { code: 'AGENT_RAISED', message: `agent_main raised ${error}` };
    case 'answer type':
      return { code: 'ANSWER_NOT_A_LIST', message: `agent_main must return a list of steps: ${failure.message}.` };
    case 'answer json':
      return failure.type === 'RecursionError'
        ? { code: 'ANSWER_TOO_DEEP', message: `The answer is nested too deeply. ${error}` }
        : { code: 'ANSWER_NOT_JSON', message: `The answer cannot be written as JSON. ${error}` };
    default:
      return { code: 'AGENT_IMPORT_FAILED', message: `The agent's file failed while it was loaded. ${error}` };
  }
}
