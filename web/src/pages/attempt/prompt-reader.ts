import { contentText } from '../../../../src/chat/content-text.ts';
import { isJsonObject, ownField, textOf } from '../../../../src/json/json-object.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A message of a prompt, read for showing. */
export interface PromptMessage {
  readonly role: string;
  readonly text: string;
  /** For the role `assistant`: whether a recorded answer has these words. Others are `null`. */
  readonly isRecorded: boolean | null;
}

/** What a model call sent, without what an earlier call had sent or answered already. */
export interface Prompt {
  /** Messages from the beginning that an earlier call has too. */
  readonly known: number;
  readonly fresh: readonly PromptMessage[];
  readonly total: number;
}

/** An agent may keep several conversations at once; more than these are compared with none of them. */
const CALLS_BACK = 8;
const MOST_FRESH = 200;
/** Shorter words stand in any answer. */
const FEWEST_LETTERS = 12;

/** Reads the prompts of an attempt, each when it is first asked for: together they may have many megabytes. */
export class PromptReader {
  readonly #models: readonly RecordedCall[];
  readonly #read = new Map<RecordedCall, Prompt | null>();
  readonly #texts = new WeakMap<object, string>();

  constructor(calls: readonly RecordedCall[]) {
    this.#models = calls
      .filter(({ kind }) => kind === 'inference')
      .toSorted((left, right) => left.sequence - right.sequence);
  }

  /** `null` for a call that is not a chat. */
  read(call: RecordedCall): Prompt | null {
    const read = this.#read.get(call);
    if (read !== undefined) return read;
    const prompt = this.#compare(call);
    this.#read.set(call, prompt);
    return prompt;
  }

  #compare(call: RecordedCall): Prompt | null {
    const messages = messagesOf(call);
    if (messages === null) return null;
    const place = this.#models.indexOf(call);
    const earlier = this.#models.slice(Math.max(0, place - CALLS_BACK), Math.max(0, place));
    let known = 0;
    // The newest of equals: its answer is the one that follows.
    for (const other of earlier.toReversed()) {
      const shared = this.#sharedStart(messages, messagesOf(other) ?? []);
      const isAnswered = shared > 0 && isAnswer(messages[shared], [other]);
      known = Math.max(known, isAnswered ? shared + 1 : shared);
    }
    const fresh = messages.slice(known, known + MOST_FRESH).map((message) => readMessage(message, earlier));
    return { known, fresh, total: messages.length };
  }

  #sharedStart(messages: readonly unknown[], others: readonly unknown[]): number {
    let shared = 0;
    while (
      shared < messages.length &&
      shared < others.length &&
      this.#textOf(messages[shared]) === this.#textOf(others[shared])
    ) {
      shared++;
    }
    return shared;
  }

  #textOf(message: unknown): string {
    if (typeof message !== 'object' || message === null) return JSON.stringify(message) ?? '';
    const known = this.#texts.get(message);
    if (known !== undefined) return known;
    const text = JSON.stringify(message);
    this.#texts.set(message, text);
    return text;
  }
}

function messagesOf({ request }: RecordedCall): readonly unknown[] | null {
  const messages = ownField(request, 'messages');
  return Array.isArray(messages) ? messages : null;
}

/** Whether it repeats one of these answers. Agents leave out the reasoning, and often the space around the text. */
function isAnswer(message: unknown, calls: readonly RecordedCall[]): boolean {
  if (ownField(message, 'role') !== 'assistant') return false;
  const words = plain(contentText(ownField(message, 'content')));
  if (words === '') return calls.some(({ emitted }) => emitted.length > 0);
  return calls.some(({ text }) => {
    const said = plain(text);
    return words.length < FEWEST_LETTERS ? said === words : said.includes(words);
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function readMessage(message: unknown, earlier: readonly RecordedCall[]): PromptMessage {
  const role = textOf(ownField(message, 'role')) ?? 'message';
  const { content, role: _, tool_call_id: __, ...rest } = isJsonObject(message) ? message : { content: message };
  const text = contentText(content) || (content == null ? '' : (JSON.stringify(content) ?? ''));
  const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : '';
  return {
    role,
    text: [text, more].filter(Boolean).join('\n'),
    isRecorded: role === 'assistant' ? isAnswer(message, earlier) : null,
  };
}
