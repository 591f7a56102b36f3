import { problemHash } from '../../attempt/record.ts';
import { contentText } from '../../chat/content-text.ts';
import { ownField } from '../../json/json-object.ts';
import type { RecordedCompletion } from './completion.ts';
import { quotedStrings } from './quoted-strings.ts';

/** Of the texts of prompts, and of the strings of JSON in them. */
const MAX_CANDIDATES = 200;
const MAX_STRINGS = 1_000;
const MAX_LENGTH = 20_000;

/**
 * Finds the agent's request in what it sent to its model. A record contains only the hash of the request, which makes a
 * match certain: text that a program passes off as the request has another hash.
 */
export function findQuery(
  completions: readonly RecordedCompletion[],
  attempt: { readonly problem_id: string; readonly problem_hash: string },
): string | undefined {
  const isQuery = (query: string): boolean =>
    problemHash({ problem_id: attempt.problem_id, query }) === attempt.problem_hash;
  const texts = textsOf(completions);
  const plain = texts.map((text) => candidates(text.slice(0, MAX_LENGTH)));
  return (
    findAmong(plain, MAX_CANDIDATES, isQuery) ??
    findAmong(
      texts.map((text) => trimmed(quotedStrings(text))),
      MAX_STRINGS,
      isQuery,
    )
  );
}

function findAmong(
  sources: readonly Iterable<string>[],
  limit: number,
  isQuery: (text: string) => boolean,
): string | undefined {
  const seen = new Set<string>();
  for (const source of sources) {
    for (const text of source) {
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      if (isQuery(text)) return text;
      if (seen.size > limit) return undefined;
    }
  }
  return undefined;
}

function* trimmed(texts: Iterable<string>): Generator<string> {
  for (const text of texts) {
    yield text;
    yield text.trim();
  }
}

/** The most likely texts first: user messages of the first requests. */
function textsOf(completions: readonly RecordedCompletion[]): string[] {
  const messages = completions.slice(0, 3).flatMap((completion) => completion.messages.slice(0, 6));
  const ofRole = (role: string): string[] =>
    messages
      .filter((message) => ownField(message, 'role') === role)
      .map((message) => contentText(ownField(message, 'content')));
  // Requests repeat the messages of earlier ones.
  return [...new Set([...ofRole('user'), ...ofRole('system')])];
}

function* candidates(text: string): Generator<string> {
  yield text;
  yield text.trim();
  for (const [, inner] of text.matchAll(/<(?:user|query|request|task|problem)>([\s\S]*?)<\//g)) {
    yield inner!;
    yield inner!.trim();
  }
  // Requests may have several paragraphs, so every sequence of whole paragraphs may be the request.
  const paragraphs = text.split('\n\n');
  for (let start = 0; start < Math.min(paragraphs.length, 6); start++) {
    for (let end = paragraphs.length; end > start && end > paragraphs.length - 6; end--) {
      yield* unlabelled(paragraphs.slice(start, end).join('\n\n'));
    }
    yield* unlabelled(paragraphs.slice(start, start + 1).join('\n\n'));
    yield* unlabelled(paragraphs.slice(start, start + 2).join('\n\n'));
  }
  for (const line of text.split('\n').slice(0, 20)) yield* unlabelled(line);
}

/** Also tries the text without a label such as "Customer: …". */
function* unlabelled(text: string): Generator<string> {
  yield text;
  yield text.trim();
  const label = /^[^:\n]{1,40}:\s*/.exec(text);
  if (label !== null) yield text.slice(label[0].length).trim();
}
