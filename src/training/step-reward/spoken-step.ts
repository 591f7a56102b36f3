import { fieldOf } from '../../corpus/trajectory/plain-object.ts';
import type { NativeCall } from '../../evaluation/endpoint/completion.ts';
import { type MadeCall, readTurn } from '../../evaluation/harness/read-turn.ts';

/** A message of a conversation so far, as far as a reward looks at it. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string;
  readonly calls: readonly NativeCall[];
}

/** A message in OpenAI's wire names, of which only the rest of its fields may be anything. */
export interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly unknown[] | undefined;
}

export function promptMessages(messages: readonly WireMessage[]): readonly PromptMessage[] {
  return messages.map(({ role, content, tool_calls }) => ({
    role,
    content: typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content),
    calls: nativeCalls(tool_calls ?? []),
  }));
}

export function nativeCalls(calls: readonly unknown[]): readonly NativeCall[] {
  return calls.map((call) => {
    const [name, given] = ['name', 'arguments'].map((field) => fieldOf(fieldOf(call, 'function'), field));
    const id = fieldOf(call, 'id');
    return {
      id: typeof id === 'string' ? id : '',
      name: typeof name === 'string' ? name : '',
      arguments: typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given),
    };
  });
}

export interface SpokenAnswer {
  readonly content: string;
  readonly calls: readonly NativeCall[];
}

/**
 * The calls of an answer, as the harness would read them, and with those that it would overlook: a call that no parser
 * could read stays in the words, and would be malformed for nothing if only the others counted.
 */
export function callsOf({ content, calls }: SpokenAnswer): readonly MadeCall[] {
  const read = readTurn({
    content,
    calls,
    reasoning: '',
    finishReason: null,
    usage: null,
    tokens: { prompt: null, completion: null, logProbabilities: null },
    secondsToFirst: null,
    seconds: null,
  }).calls;
  const overlooked = calls.length === 0 ? 0 : content.split('<tool_call>').length - 1;
  return [...read, ...Array.from({ length: overlooked }, () => BROKEN)];
}

const BROKEN: MadeCall = { id: '', name: '', parameters: null, written: '' };
