import type { FunctionCall } from '../../chat/read-response.ts';
import { type MadeCall, readTurn } from '../../evaluation/harness.ts';

/** The parts of a model's answer that a reward depends on. */
export interface SpokenAnswer {
  readonly text: string;
  readonly toolCalls: readonly FunctionCall[];
}

/**
 * The calls of an answer as the harness reads them, plus the ones it overlooks. A call that no parser could read
 * stays in the text; if it were not counted, it would be malformed without a penalty.
 */
export function callsOf({ text, toolCalls }: SpokenAnswer): readonly MadeCall[] {
  const read = readTurn({ text, toolCalls, reasoning: '' }).calls;
  const overlooked = toolCalls.length === 0 ? 0 : text.split('<tool_call>').length - 1;
  return [...read, ...Array.from({ length: overlooked }, () => BROKEN)];
}

const BROKEN: MadeCall = { id: '', name: '', parameters: null, written: '' };
