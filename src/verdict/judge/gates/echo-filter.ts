import { z } from 'zod';

/** A match of this many characters, marks aside, is not a coincidence. */
const COPIED_RUN = 40;
/** Quoted titles are citations and may be shorter. */
const CITED_RUN = 20;
/** More than any model reads. Answers to longer requests count entirely as echoes. */
const MAX_REQUEST_CHARACTERS = 1024 * 1024;
/** Limit per attempt, so that an agent cannot keep a judge busy. A dialogue of 25 turns has a tenth of it. */
const MAX_ATTEMPT_CHARACTERS = 16 * 1024 * 1024;
/** Shorter texts are folded again each time: remembering many of them would cost more memory than time is saved. */
const MIN_REMEMBERED_TEXT = 200;
/** Letters that may match by chance at the edges of a quotation: an ending of the word before, a common next word. */
const MAX_LOOSE_LETTERS = 12;
const MAX_REMEMBERED = 2_000_000;

/**
 * Distinguishes thoughts from echoes, because an agent can make a model repeat any text. Models may quote what results
 * showed and repeat what they said before. Takes linear time.
 */
export class EchoFilter {
  readonly #quotable = new Set<number>();
  /** Every request repeats the conversation so far, so each of its texts is folded once. */
  readonly #folded = new Map<string, Uint16Array>();
  #looked = 0;

  allow(text: string): void {
    if (this.#quotable.size > MAX_REMEMBERED) return;
    forEachWindow(fold(text).codes, CITED_RUN, (hash) => this.#quotable.add(hash));
  }

  /** Blanks out the parts of the prose that only repeat its own request. */
  removeEchoes(prose: string, request: unknown): string {
    const { codes, places } = fold(prose);
    const echoed = this.#echoedWindows(codes, request);
    if (echoed === undefined) return hole(prose.length);
    if (echoed.size === 0) return prose;
    const copied = marked(codes, COPIED_RUN, echoed);
    const quoted = marked(codes, CITED_RUN, this.#quotable);
    let blotted = '';
    let at = 0;
    for (const [from, to] of copiedWords(codes, copied, quoted)) {
      const [start, end] = [places[from]!, places[to - 1]! + 1];
      blotted += prose.slice(at, start) + hole(end - start);
      at = end;
    }
    return blotted + prose.slice(at);
  }

  /** Hashes of the windows that also occur in the request; `undefined` if the request is too long to search. */
  #echoedWindows(said: Uint16Array, request: unknown): ReadonlySet<number> | undefined {
    const found = new Set<number>();
    const wanted = new Set<number>();
    // Most windows of a request do not match. One lookup in a byte table rules them out.
    const perhaps = new Uint8Array(0x10000);
    forEachWindow(said, COPIED_RUN, (hash) => {
      wanted.add(hash);
      perhaps[hash & 0xffff] = 1;
    });
    if (wanted.size === 0) return found;
    const sources: string[] = [];
    let characters = 0;
    for (const source of stringsIn(request)) {
      characters += source.length;
      if (characters > MAX_REQUEST_CHARACTERS || this.#looked + characters > MAX_ATTEMPT_CHARACTERS) return undefined;
      sources.push(source);
    }
    this.#looked += characters;
    // A model reads the pieces of a conversation as one text, wherever they are cut. The joined text contains every
    // piece.
    const pieces = piecesOf(request);
    const joined = new Set(pieces);
    // A shorter text has no window.
    const others = sources.filter((source) => source.length >= COPIED_RUN && !joined.has(source));
    const folded = pieces.map((piece) => this.#foldPart(piece));
    const texts = [...others.map((source) => joinFolded([this.#foldPart(source)])), joinFolded(folded)];
    for (const codes of [...texts, joinFolded(folded, ' ')]) {
      forEachWindow(codes, COPIED_RUN, (hash) => {
        if (perhaps[hash & 0xffff] === 1 && wanted.has(hash)) found.add(hash);
      });
    }
    return found;
  }

  #foldPart(text: string): Uint16Array {
    const known = this.#folded.get(text);
    if (known !== undefined) return known;
    const { codes } = fold(text, 'part');
    if (text.length < MIN_REMEMBERED_TEXT) return codes;
    // A copy, so that the rest of the buffer is freed.
    const kept = codes.slice();
    this.#folded.set(text, kept);
    return kept;
  }
}

/**
 * Copied runs, in whole words, because half an id would be another id. A run that is a quotation except for a few
 * letters at its edges is kept. A quotation inside a longer copy counts as copied.
 */
function* copiedWords(
  codes: Uint16Array,
  copied: Uint8Array,
  quoted: Uint8Array,
): Generator<[from: number, to: number]> {
  for (let from = 0; from < codes.length; from++) {
    if (copied[from] === 0) continue;
    let to = from;
    let loose = 0;
    for (; copied[to] === 1; to++) if (quoted[to] === 0 && codes[to] !== SPACE) loose++;
    if (loose > MAX_LOOSE_LETTERS) {
      const start = from === 0 || codes[from - 1] === SPACE ? from : codes.indexOf(SPACE, from);
      const end = to === codes.length || codes[to] === SPACE ? to : codes.lastIndexOf(SPACE, to);
      if (start !== -1 && end > start) yield [start, end];
    }
    from = to;
  }
}

/** As long as the text it replaces. The line break keeps the texts around it from being read as one sentence. */
function hole(length: number): string {
  return '\n'.padEnd(length).slice(0, length);
}

interface Folded {
  readonly codes: Uint16Array;
  /** Index of each character in the original. */
  readonly places: Uint32Array;
}

const SPACE = 32;
const LETTER = /[\p{L}\p{N}]/u;
/** Invisible characters between two letters: separate accents and formatting marks. */
const INVISIBLE = /[\p{Mn}\p{Cf}]/u;
/** Letters of other alphabets that look like Latin letters. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('аеорсухіјѕԁһԛԝьѵοανρτικε', (letter, place) => [letter, 'aeopcyxijsdhqwbvoavptike'[place]!]),
);

/** No character folds to this value. */
const UNKNOWN = 0xffff;
/**
 * The folded code of each character: 1 for ignored characters, 0 for separators. Filled on demand, because filling all
 * of it would take a third of a command's start time.
 */
const FOLDED = new Uint16Array(0x10000).fill(UNKNOWN);

function fillFolded(code: number): number {
  const folded = foldedCode(String.fromCharCode(code));
  FOLDED[code] = folded;
  return folded;
}

function foldedCode(character: string): number {
  if (INVISIBLE.test(character)) return 1;
  if (!LETTER.test(character)) return 0;
  const plain = character
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  const letter = plain.length === 1 ? plain : character;
  return (LOOKALIKES[letter] ?? letter).charCodeAt(0);
}

/**
 * Folds a text to lower-case letters and digits with one space for everything between them, so that different quotes or
 * tags do not make a different text. A text begins with a letter or digit; a part of a text may begin with a space.
 */
function fold(original: string, kind: 'text' | 'part' = 'text'): Folded {
  const places = new Uint32Array(original.length);
  const codes = new Uint16Array(original.length);
  let length = 0;
  for (let at = 0; at < original.length; at++) {
    const code = original.charCodeAt(at);
    const known = FOLDED[code]!;
    const folded = known === UNKNOWN ? fillFolded(code) : known;
    if (folded === 1) continue;
    if (folded !== 0) codes[length] = folded;
    else if (length === 0 ? kind === 'text' : codes[length - 1] === SPACE) continue;
    else codes[length] = SPACE;
    places[length++] = at;
  }
  return { codes: codes.subarray(0, length), places };
}

/** The folded form of a text that consists of these parts, with `between` between them. */
function joinFolded(folded: readonly Uint16Array[], between: '' | ' ' = ''): Uint16Array {
  const joined = new Uint16Array(folded.reduce((sum, { length }) => sum + length + between.length, 0));
  let length = 0;
  for (const codes of folded) {
    if (between === ' ' && length > 0 && joined[length - 1] !== SPACE) joined[length++] = SPACE;
    const repeated = codes[0] === SPACE && (length === 0 || joined[length - 1] === SPACE) ? 1 : 0;
    joined.set(codes.subarray(repeated), length);
    length += codes.length - repeated;
  }
  return joined.subarray(0, length);
}

/** 1 for every character inside a window of the set. */
function marked(codes: Uint16Array, length: number, windows: ReadonlySet<number>): Uint8Array {
  const marks = new Uint8Array(codes.length);
  forEachWindow(codes, length, (hash, place) => {
    if (windows.has(hash)) marks.fill(1, place, place + length);
  });
  return marks;
}

/** A rolling hash of every window: two 32-bit hashes combined, truncated to what a number holds exactly. */
function forEachWindow(codes: Uint16Array, length: number, visit: (hash: number, place: number) => void): void {
  let [first, second] = [0, 0];
  let [firstOut, secondOut] = [1, 1];
  for (let power = 0; power < length; power++) {
    firstOut = Math.imul(firstOut, 0x01000193);
    secondOut = Math.imul(secondOut, 0x5bd1e995);
  }
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    first = (Math.imul(first, 0x01000193) + code) | 0;
    second = (Math.imul(second, 0x5bd1e995) + code) | 0;
    if (at >= length) {
      const out = codes[at - length]!;
      first = (first - Math.imul(out, firstOut)) | 0;
      second = (second - Math.imul(out, secondOut)) | 0;
    }
    if (at >= length - 1) visit((first >>> 0) * 0x200000 + (second >>> 11), at - length + 1);
  }
}

/**
 * Every string and every key in a JSON value, because a model also reads the names in a schema. Iterative, because the
 * value may be deeply nested.
 */
function* stringsIn(root: unknown): Generator<string> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, field] of Object.entries(value)) waiting.push(key, field);
    }
  }
}

const conversation = z.object({
  messages: z.array(z.object({ content: z.union([z.string(), z.array(z.unknown())]) }).catch({ content: '' })),
});
const textPart = z.object({ text: z.string() });

/** The texts of the messages of a request, in order. */
function piecesOf(request: unknown): string[] {
  const parsed = conversation.safeParse(request);
  if (!parsed.success) return [];
  return parsed.data.messages.flatMap(({ content }) => {
    if (typeof content === 'string') return [content];
    return content.flatMap((part) => {
      const text = textPart.safeParse(part);
      return text.success ? [text.data.text] : [];
    });
  });
}
