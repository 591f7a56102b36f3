import type { FunctionCall } from '../../chat/read-response.ts';
import { type MadeCall, readTurn } from '../../evaluation/harness.ts';

/** What a model said in one turn, as far as a reward looks at it. */
export interface SpokenAnswer {
  readonly text: string;
  readonly toolCalls: readonly FunctionCall[];
}

/**
 * The calls of an answer, as the harness would read them, and with those that it would overlook: a call that no parser
 * could read stays in the words, and would be malformed for nothing if only the others counted.
 */
export function callsOf({ text, toolCalls }: SpokenAnswer): readonly MadeCall[] {
  const read = readTurn({ text, toolCalls, reasoning: '' }).calls;
  const overlooked = toolCalls.length === 0 ? 0 : text.split('<tool_call>').length - 1;
  return [...read, ...Array.from({ length: overlooked }, () => BROKEN)];
}

const BROKEN: MadeCall = { id: '', name: '', parameters: null, written: '' };
