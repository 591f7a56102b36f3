import { taggedParts } from '../../chat/tagged-parts.ts';
import { listOf, objectOf } from '../../json/json-object.ts';
import type { Article } from '../../market/encyclopaedia.ts';
import { type Conversation, callKey, type Listing, searchKey } from './conversation.ts';
import { jsonValues } from './lenient-json.ts';
import type { Message, PastCall } from './message.ts';
import { listingsIn, mergeListings } from './read-listings.ts';

/** A call and its result, if they can be matched. */
interface Exchange {
  readonly call: PastCall;
  readonly answer: string;
  /** Number of listings it returned; `undefined` without a result. */
  readonly shown?: number;
}

/**
 * Reconstructs the conversation from the messages alone: native calls and their tool messages, or tagged text in one or
 * more messages. Observations have ids that only the harness can compute, so results in tagged text are matched by
 * order.
 */
export function readConversation(messages: readonly Message[]): Conversation {
  const exchanges: Exchange[] = [];
  const listings = new Map<string, Listing>();
  const articles: Article[] = [];
  let turns = 0;
  let thoughts = 0;
  const waiting = new Map<string, PastCall>();
  let unanswered: PastCall[] = [];
  const see = (values: readonly unknown[]): number => {
    const seen = values.flatMap(listingsIn);
    articles.push(...values.flatMap(articlesIn));
    for (const listing of seen) listings.set(listing.id, mergeListings(listings.get(listing.id), listing));
    return seen.length + values.reduce<number>((sum, value) => sum + leftOut(value), 0);
  };
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.calls.length > 0) {
      turns++;
      for (const call of message.calls) waiting.set(call.id, call);
      continue;
    }
    if (message.role === 'tool') {
      const call = waiting.get(message.answers ?? '');
      const shown = see(jsonValues(message.text));
      if (call !== undefined) exchanges.push({ call, answer: message.text, shown });
      continue;
    }
    if (message.role === 'assistant' && message.text !== '' && !message.text.includes('<think>')) turns++;
    const parts = taggedParts(message.text);
    // Some harnesses return results as plain user messages.
    const isObservation = message.role === 'user' && unanswered.length > 0 && !parts.some((part) => part.tag === 'obs');
    for (const part of isObservation ? [{ tag: 'obs', text: message.text } as const] : parts) {
      if (part.tag === 'think') thoughts++;
      else if (part.tag === 'tool_call') {
        turns++;
        unanswered = callsIn(part.text);
      } else if (part.tag === 'obs') {
        const observations = observationsIn(part.text);
        const shown = observations.values.map(see);
        for (const [place, call] of unanswered.entries()) {
          const answer = observations.answers[place] ?? observations.answers.at(-1) ?? '';
          const isOwn = shown.length === unanswered.length;
          exchanges.push({ call, answer, ...(isOwn && { shown: shown[place]! }) });
        }
        unanswered = [];
      }
    }
  }
  const answered = new Set(exchanges.map((exchange) => exchange.call));
  for (const call of [...waiting.values(), ...unanswered]) {
    if (!answered.has(call)) exchanges.push({ call, answer: '' });
  }
  // A thought without a readable call also counts as an answer.
  return { ...summarise(exchanges, listings, Math.max(turns, thoughts)), articles: articles.slice(-MAX_ARTICLES) };
}

function callsIn(text: string): PastCall[] {
  const [value] = jsonValues(text);
  const calls = Array.isArray(value) ? value : [value];
  return calls
    .map(objectOf)
    .flatMap(({ name, parameters, arguments: given }) =>
      typeof name === 'string' ? [{ id: '', name, parameters: objectOf(parameters ?? given) }] : [],
    );
}

/** Each is compared with every other. */
const MAX_ARTICLES = 40;
const MAX_ARTICLE_TEXT = 2_000;

function articlesIn(value: unknown): Article[] {
  return listOf(value)
    .slice(0, MAX_ARTICLES)
    .map(objectOf)
    .flatMap(({ title, text }) =>
      typeof title === 'string' && typeof text === 'string'
        ? [{ title: title.slice(0, 200), text: text.slice(0, MAX_ARTICLE_TEXT) }]
        : [],
    );
}

/** Number of results that a harness cut from the end of a list. */
function leftOut(value: unknown): number {
  const { left_out: count } = objectOf(Array.isArray(value) ? value.at(-1) : undefined);
  return typeof count === 'number' ? count : 0;
}

/** Parses `[{tool_call_id, results}]` or any other text. The values of each result stay together. */
function observationsIn(text: string): { values: unknown[][]; answers: string[] } {
  const values = jsonValues(text);
  const entries = listOf(values[0]);
  const wrapped =
    entries.length > 0 && entries.every((entry) => 'results' in objectOf(entry) || 'result' in objectOf(entry));
  if (!wrapped) return { values: [values], answers: [text.slice(0, 2_000)] };
  const results = entries.map((entry) => objectOf(entry).results ?? objectOf(entry).result);
  // A result may be JSON within JSON.
  const unpacked = results.map((result) => (typeof result === 'string' ? jsonValues(result) : [result]));
  return {
    values: unpacked,
    answers: results.map((result) => (typeof result === 'string' ? result : shortJson(result))),
  };
}

/** Enough of a result to recognise an error message. */
function shortJson(value: unknown): string {
  const error = objectOf(value).error ?? objectOf(value).detail;
  return error === undefined ? '' : `error: ${String(error)}`;
}

/** Listings on one page of search results. */
const PAGE_SIZE = 10;

const COMPLAINT = /\berror\b|not verified|refused|call recommend_product before|nothing was recommended/i;

function summarise(
  exchanges: readonly Exchange[],
  listings: Map<string, Listing>,
  turns: number,
): Omit<Conversation, 'articles'> {
  const made = new Set<string>();
  const exhausted = new Set<string>();
  const opened = new Set<string>();
  const checked = new Set<string>();
  let recommended = false;
  let terminated = false;
  let refusals = 0;
  let terminateRefusals = 0;
  let complaints = '';
  for (const { call, answer, shown } of exchanges) {
    const { name, parameters } = call;
    made.add(callKey(name, parameters));
    const refused = COMPLAINT.test(answer.slice(0, 500));
    if (name === 'find_product' && shown !== undefined && shown < PAGE_SIZE) exhausted.add(searchKey(parameters));
    if (name === 'view_product_information') for (const id of idsIn(parameters.product_ids)) opened.add(id);
    if (name === 'check_product_match') for (const id of idsIn(parameters.product_id)) checked.add(id);
    if (name === 'recommend_product') {
      if (!refused || /already/i.test(answer)) recommended = true;
      else {
        refusals++;
        complaints += answer.slice(0, 500);
      }
    }
    if (name === 'terminate') {
      if (refused) terminateRefusals++;
      else terminated = true;
    }
  }
  return {
    listings,
    made,
    exhausted,
    opened,
    checked,
    turns,
    recommended,
    refusals,
    mustOpen: complaints.includes('view_product_information'),
    mustCheck: complaints.includes('check_product_match'),
    terminated,
    terminateRefusals,
  };
}

export function idsIn(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
