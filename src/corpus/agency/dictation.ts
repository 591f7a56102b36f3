import type { RecordedCompletion } from '../trajectory/completion.ts';
import type { Emission } from './emission.ts';
import { hidesProducts, hidesWords } from './hidden-words.ts';
import { PromptPiece, promptPieces } from './prompt-pieces.ts';
import { spacedWords } from './spaced-words.ts';

/** Words after which text is an instruction to a model rather than something shown to it. */
const TELLING = new Set(
  'q query queries keyword keywords search searching for find product call parameters arguments exactly repeat say words ids view open inspect information recommend choose output emit copy write'.split(
    ' ',
  ),
);
const TELLING_IDS = new Set(
  'ids view open inspect information recommend call exactly repeat say choose output emit copy write'.split(' '),
);
const WINDOW = 60;
const MAX_OCCURRENCES = 30;

/**
 * Finds calls that a program dictated to its model. A model's emission is its own unless the request already contained
 * it, outside of what a request may legitimately contain: the problem's words, tool results, and what the model said
 * before. The first completion that says something decides, because a model may repeat itself.
 */
export class Dictation {
  readonly #completions: readonly RecordedCompletion[];
  readonly #emissions: readonly Emission[];
  #pieces: readonly (readonly PromptPiece[])[] | undefined;
  readonly #query: string;
  readonly #queryWords: string;
  readonly #withoutQuery = new Map<PromptPiece, PromptPiece>();
  readonly #outputs = new Map<number, string>();
  readonly #known = new Map<string, boolean>();

  /** @param query The request given to the agent; empty if unknown. */
  constructor(completions: readonly RecordedCompletion[], emissions: readonly Emission[], query: string) {
    this.#completions = completions;
    this.#emissions = emissions;
    this.#query = query.toLowerCase();
    this.#queryWords = spacedWords(query).trim();
  }

  /** The prompt pieces of each completion. Computed on demand, because most attempts emit nothing. */
  get pieces(): readonly (readonly PromptPiece[])[] {
    this.#pieces ??= promptPieces(this.#completions);
    return this.#pieces;
  }

  /** Whether the search words emitted by completion number `place` were dictated. */
  ofWords(place: number, q: string): boolean {
    return this.#remember(`${place} q ${q}`, () => {
      const words = spacedWords(q);
      if (words.trim() === '') return false;
      const first = this.#firstToSay(place, words);
      return this.pieces[first]!.some((piece) => this.#tellsWords(piece, words, q.toLowerCase()));
    });
  }

  /** Whether a choice of products was dictated. */
  ofProducts(place: number, ids: readonly string[]): boolean {
    return this.#remember(`${place} ids ${ids.join()}`, () => {
      if (ids.length === 0) return false;
      const named = new Set(
        this.#emissions.flatMap((emission) => (emission.place < place ? [...emission.ids, ...emission.leaves] : [])),
      );
      if (ids.every((id) => named.has(id))) return false;
      return this.pieces[place]!.some((piece) => tellsProducts(piece, ids));
    });
  }

  #remember(key: string, find: () => boolean): boolean {
    const known = this.#known.get(key) ?? find();
    this.#known.set(key, known);
    return known;
  }

  #firstToSay(place: number, words: string): number {
    for (let earlier = 0; earlier < place; earlier++) if (this.output(earlier).includes(words)) return earlier;
    return place;
  }

  /** All words of completion number `place`. */
  output(place: number): string {
    let output = this.#outputs.get(place);
    if (output === undefined) {
      const { text, reasoning, calls } = this.#completions[place]!;
      output = spacedWords([text, reasoning, ...calls.map((call) => JSON.stringify(call.arguments))].join(' '));
      this.#outputs.set(place, output);
    }
    return output;
  }

  #tellsWords(piece: PromptPiece, words: string, q: string): boolean {
    if (piece.showsProducts) return this.#tellsAmongProducts(piece, q) || hidesWords(piece, words, false);
    const beside = this.#besideQuery(piece);
    return standsIn(beside.words, words) || hidesWords(beside, words, true) || hidesWords(piece, words, false);
  }

  /** Titles contain the words of good searches, so among products only text after an instructing word counts. */
  #tellsAmongProducts(piece: PromptPiece, q: string): boolean {
    const text = piece.lower;
    const start = this.#query === '' ? -1 : text.indexOf(this.#query);
    for (let at = text.indexOf(q), tries = 0; at !== -1 && tries < MAX_OCCURRENCES; tries++) {
      const inQuery = start !== -1 && at >= start && at < start + this.#query.length;
      if (!inQuery && endsTelling(spacedWords(text.slice(Math.max(0, at - WINDOW), at)), TELLING)) return true;
      at = text.indexOf(q, at + q.length);
    }
    return false;
  }

  /** The piece without the request; the piece itself if it does not contain the request. */
  #besideQuery(piece: PromptPiece): PromptPiece {
    let beside = this.#withoutQuery.get(piece);
    if (beside === undefined) {
      const holdsQuery = this.#queryWords !== '' && piece.words.includes(this.#queryWords);
      beside = holdsQuery ? new PromptPiece(piece.words.replaceAll(this.#queryWords, '|'), false) : piece;
      this.#withoutQuery.set(piece, beside);
    }
    return beside;
  }
}

/**
 * Whether a text contains the words in any order. A single word counts only after an instructing word, because it
 * occurs by chance in any long prompt.
 */
function standsIn(text: string, words: string): boolean {
  const wanted = words.trim().split(' ');
  if (wanted.length > 1) return text.includes(words) || standsShuffled(text, wanted);
  for (let at = text.indexOf(words), tries = 0; at !== -1 && tries < MAX_OCCURRENCES; tries++) {
    if (endsTelling(text.slice(Math.max(0, at - WINDOW), at), TELLING)) return true;
    at = text.indexOf(words, at + 1);
  }
  return false;
}

function standsShuffled(text: string, wanted: readonly string[]): boolean {
  if (wanted.length < 3 || !wanted.every((word) => text.includes(` ${word} `))) return false;
  const sorted = wanted.toSorted().join(' ');
  const all = text.trim().split(' ');
  return all.some(
    (word, at) =>
      wanted.includes(word) &&
      all
        .slice(at, at + wanted.length)
        .toSorted()
        .join(' ') === sorted,
  );
}

function endsTelling(before: string, telling: ReadonlySet<string>): boolean {
  const last = before.trim().split(' ').slice(-2);
  return last.some((word) => telling.has(word));
}

const BETWEEN_IDS = /^(?:[^\p{L}\p{N}]{1,6}|\s*,?\s*and\s*)/u;

function tellsProducts(piece: PromptPiece, ids: readonly string[]): boolean {
  if (hidesProducts(piece, ids)) return true;
  const { text } = piece;
  const [first, ...others] = ids as [string, ...string[]];
  for (let at = text.indexOf(first), tries = 0; at !== -1 && tries < MAX_OCCURRENCES; tries++) {
    let end = at + first.length;
    const follows = others.every((id) => {
      const gap = BETWEEN_IDS.exec(text.slice(end, end + 12))?.[0].length ?? 0;
      const next = text.startsWith(id, end + gap);
      end += gap + id.length;
      return next && gap > 0;
    });
    if (follows && !/^\d/.test(text.slice(end, end + 1))) {
      // Schemas, formats and forced tools have no reason to name products.
      if (!piece.showsProducts && /^[[{]/.test(text)) return true;
      if (endsTelling(spacedWords(text.slice(Math.max(0, at - WINDOW), at)), TELLING_IDS)) return true;
    }
    at = text.indexOf(first, at + first.length);
  }
  return false;
}
