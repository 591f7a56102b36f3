import { contentText } from '../../../../src/chat/content-text.ts';
import { isJsonObject, ownField, textOf } from '../../../../src/json/json-object.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A message of a prompt, prepared for display. */
export interface PromptMessage {
  readonly role: string;
  readonly text: string;
  /** For the role `assistant`: whether a recorded answer contains these words. `null` for other roles. */
  readonly isRecorded: boolean | null;
}

/** The prompt of a model call, without the messages that an earlier call sent or answered. */
export interface Prompt {
  /** Number of messages at the beginning that an earlier call has too. */
  readonly known: number;
  readonly fresh: readonly PromptMessage[];
  readonly total: number;
}

/** Earlier calls that a prompt is compared with. An agent may interleave several conversations. */
const CALLS_BACK = 8;
const MOST_FRESH = 200;
/** Shorter texts occur in almost any answer. */
const FEWEST_LETTERS = 12;

/** Reads the prompts of an attempt lazily: together they may have many megabytes. */
export class PromptReader {
  readonly #models: readonly RecordedCall[];
  readonly #read = new Map<RecordedCall, Prompt | null>();
  readonly #texts = new WeakMap<object, string>();

  constructor(calls: readonly RecordedCall[]) {
    this.#models = calls
      .filter(({ kind }) => kind === 'inference')
      .toSorted((left, right) => left.sequence - right.sequence);
  }

  /** `null` if the call is not a chat completion. */
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
    // The answer to an earlier call counts as known if it is the next message.
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

/**
 * Whether the message repeats one of these answers. Agents drop the reasoning, and often the white space around the
 * text.
 */
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
