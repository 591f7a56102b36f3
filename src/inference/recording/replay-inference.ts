import { isDeepStrictEqual } from 'node:util';
import type { ChatRequest } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { readLines } from '../../store/files.ts';
import { shortenAfter } from '../../text/shorten.ts';
import type { ChatAnswer, Inference } from '../inference.ts';
import { type RecordedChat, recordedChatSchema, requestHash } from './recorded-chat.ts';

/** A request may be ten megabytes, and escaping makes it longer. */
const LINE_BOUNDS = {
  maxBytes: 256 * 1024 * 1024,
  maxDepth: 512,
  maxNodes: 10_000_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

interface Recording {
  readonly request: ChatRequest;
  readonly outcomes: RecordedChat['outcome'][];
  next: number;
}

/** Replays a recording byte for byte, without a network. The n-th identical request gets the n-th recorded answer. */
export class ReplayInference implements Inference {
  readonly #recordings: ReadonlyMap<string, Recording>;

  private constructor(recordings: ReadonlyMap<string, Recording>) {
    this.#recordings = recordings;
  }

  static async open(file: string): Promise<ReplayInference> {
    const recordings = new Map<string, Recording>();
    for await (const line of readLines(file, { maxLineBytes: LINE_BOUNDS.maxBytes })) {
      const chat = 'reason' in line ? line.reason : readChat(line.text);
      if (typeof chat === 'string') throw brokenRecording(file, line.number, chat);
      const known = recordings.get(chat.hash);
      if (known === undefined) recordings.set(chat.hash, { request: chat.request, outcomes: [chat.outcome], next: 0 });
      else known.outcomes.push(chat.outcome);
    }
    return new ReplayInference(recordings);
  }

  async chat(body: ChatRequest): Promise<ChatAnswer> {
    const recording = this.#recordings.get(requestHash(body));
    if (recording === undefined) throw this.#diverged(body);
    const outcome = recording.outcomes[recording.next];
    if (outcome === undefined) {
      const times = recording.outcomes.length === 1 ? 'once' : `${recording.outcomes.length} times`;
      throw divergence(body, `it was recorded ${times}, and this is one more`);
    }
    recording.next++;
    if ('failure' in outcome) throw new Fault('INFERENCE_FAILED', { message: outcome.failure });
    const { answered_by: answeredBy, ...answer } = outcome;
    return { ...answer, answeredBy };
  }

  /** Whether any recorded answer was simulated. */
  get simulated(): boolean {
    return this.#recordings
      .values()
      .some(({ outcomes }) => outcomes.some((outcome) => 'status' in outcome && outcome.answered_by.simulated));
  }

  /** The models in the recorded requests, which may be fewer than those served. */
  async models(): Promise<readonly string[]> {
    return [...new Set(Array.from(this.#recordings.values(), ({ request }) => request.model))].sort();
  }

  #diverged(body: ChatRequest): Fault {
    let nearest: { readonly request: ChatRequest; readonly shared: number } | undefined;
    for (const { request } of this.#recordings.values()) {
      const shared = sharedMessages(body, request);
      if (nearest === undefined || shared > nearest.shared) nearest = { request, shared };
    }
    if (nearest === undefined) return divergence(body, 'the recording is empty');
    return divergence(body, `it was never recorded; ${difference(body, nearest.request, nearest.shared)}`);
  }
}

function sharedMessages(left: ChatRequest, right: ChatRequest): number {
  let shared = 0;
  while (shared < Math.min(left.messages.length, right.messages.length)) {
    if (!isDeepStrictEqual(left.messages[shared], right.messages[shared])) break;
    shared++;
  }
  return shared;
}

/** How a request differs from the most similar recorded one. */
function difference(asked: ChatRequest, recorded: ChatRequest, shared: number): string {
  const nearest = `the nearest one (model ${JSON.stringify(recorded.model)}, ${recorded.messages.length} messages)`;
  if (shared === asked.messages.length && shared === recorded.messages.length) {
    const fields = new Set([...Object.keys(asked), ...Object.keys(recorded)]);
    const changed = [...fields].filter((field) => !isDeepStrictEqual(asked[field], recorded[field])).sort();
    return `${nearest} has the same messages and differs in ${changed.join(', ')}`;
  }
  if (shared === recorded.messages.length) return `${nearest} ends before message ${shared + 1}`;
  if (shared === asked.messages.length) return `${nearest} continues with message ${shared + 1}`;
  if (shared === 0) return `${nearest} differs from message 1 on`;
  return (
    `${nearest} differs first in message ${shared + 1}: ` +
    `${excerpt(recorded.messages[shared])} was recorded, ${excerpt(asked.messages[shared])} was asked`
  );
}

function excerpt(message: unknown): string {
  return shortenAfter(JSON.stringify(message), 200);
}

function divergence(body: ChatRequest, how: string): Fault {
  return new Fault('REPLAY_DIVERGED', {
    message: `A request for model ${JSON.stringify(body.model)} with ${body.messages.length} messages has no recorded answer: ${how}.`,
    remedy: 'Replay with the agent and the problem that were recorded, or record again.',
  });
}

/** The recorded call, or why the line is invalid. */
function readChat(text: string): RecordedChat | string {
  const json = parseBoundedJson(text, LINE_BOUNDS);
  if (!json.ok) return `is not valid JSON: ${json.reason}`;
  const parsed = recordedChatSchema.safeParse(json.value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return `is not a recorded call: ${path.join('.')}: ${message}`;
  }
  // Uses the parsed value itself: a copy made by the schema would drop keys such as `__proto__`.
  const chat = json.value as RecordedChat;
  return chat.hash === requestHash(chat.request) ? chat : 'was edited: its hash does not match';
}

function brokenRecording(file: string, line: number, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${file}, line ${line} ${reason}.`,
    remedy: 'Use the file as it was recorded. An incomplete last line, as after a crash, may be removed.',
  });
}
