/** Tags in which public agents make their models think or speak. */
const THOUGHT_TAG = /^(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|response|answer|final_answer)$/i;
const TAG = /<(\/?)([a-z_]{1,24})>/gi;
/** Keys under which a model that answers in JSON writes its thoughts. */
const THOUGHT_KEY =
  /^(?:think|thinking|thoughts?|reasons?|reasoning|rationale|analysis|explanation|reflection|observation|comparison|comment|why|justification|notes?|because|pros|cons|verdict|decision|summary|message|assessment|evaluation|remark|grund|begründung|warum|raison|motivo|razón|理由)$/i;
/** Ids next to thoughts in JSON: the products that the thoughts are about. */
const PRODUCT_ID = /^\d{4,}$/;
const FENCE = '```';
/** Start of data or of a call in the middle of prose. */
const DATA = /\{\s?"|\[\s?[{"]|^[ \t]*action(?: input)?[ \t]*:/gim;

/**
 * The thoughts in a completion: the same text with every character at its position, but with calls, results and data
 * blanked out. Thoughts in JSON are unescaped in place. Takes linear time.
 */
export function proseOf(text: string): string {
  const kept = new Canvas(text);
  for (const [start, end] of spokenSpans(text)) keepSpoken(kept, start, end);
  return kept.finish();
}

class Canvas {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Keeps a span, shown as `shown`, which must have the same length. Spans must be in order. */
  keep(start: number, end: number, shown = this.#text.slice(start, end)): void {
    if (end <= start || start < this.#at) return;
    this.#pieces.push(hole(start - this.#at), shown);
    this.#at = end;
  }

  keepJson(start: number, end: number): void {
    const found = [...thoughtsInJson(this.#text, start, end)];
    if (!found.some(({ isThought }) => isThought)) return;
    for (const [from, to] of found.map(({ span }) => span)) this.keep(from, to, unescaped(this.#text, from, to));
  }

  get text(): string {
    return this.#text;
  }

  finish(): string {
    return this.#pieces.join('') + hole(this.#text.length - this.#at);
  }
}

/** Begins with a line break, so that the texts before and after are not read as one sentence. */
function hole(length: number): string {
  return length === 0 ? '' : `\n${' '.repeat(length - 1)}`;
}

/** The text outside tags and inside tags that contain thoughts. An unclosed tag extends to the end. */
function* spokenSpans(text: string): Generator<[start: number, end: number]> {
  let at = 0;
  let within: string | undefined;
  for (const { 0: tag, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    const lower = name!.toLowerCase();
    const isClosing = slash === '/';
    if (within !== undefined && !(isClosing && lower === within)) continue;
    if (within === undefined || THOUGHT_TAG.test(within)) yield [at, index];
    within = isClosing ? undefined : lower;
    at = index + tag.length;
  }
  if (within === undefined || THOUGHT_TAG.test(within)) yield [at, text.length];
}

/** Fenced blocks are data. Text outside them may contain data as well. */
function keepSpoken(kept: Canvas, start: number, end: number): void {
  // Search only this region. Searching the whole text from every tag on would be quadratic in the number of tags.
  const region = kept.text.slice(start, end);
  let isFenced = false;
  for (let at = 0; ; ) {
    const found = region.indexOf(FENCE, at);
    const stop = found === -1 ? region.length : found;
    if (isFenced) kept.keepJson(start + at, start + stop);
    else keepUnfenced(kept, start + at, start + stop);
    if (found === -1) return;
    isFenced = !isFenced;
    at = stop + FENCE.length;
  }
}

function keepUnfenced(kept: Canvas, start: number, end: number): void {
  const region = kept.text.slice(start, end);
  for (let at = 0; ; ) {
    DATA.lastIndex = at;
    const found = DATA.exec(region);
    kept.keep(start + at, start + (found?.index ?? region.length));
    if (found === null) return;
    const isJson = /[{["]$/.test(found[0]);
    const stop = isJson ? endOfData(region, found.index) : endOfLine(region, found.index);
    if (isJson) kept.keepJson(start + found.index, start + stop);
    at = stop;
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** The end of the closing bracket, or the end of the text if the brackets are never closed. */
function endOfData(text: string, start: number): number {
  const end = text.length;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at + 1, end);
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return end;
}

interface FoundInJson {
  readonly span: readonly [start: number, end: number];
  /** `false` for a product id. */
  readonly isThought: boolean;
}

/** Finds strings whose key indicates a thought, and ids next to them, even in invalid or truncated JSON. */
function* thoughtsInJson(text: string, start: number, end: number): Generator<FoundInJson> {
  let key: string | undefined;
  for (let at = start; at < end; at++) {
    if (text[at] !== '"') continue;
    const close = Math.min(endOfString(text, at + 1, end), end);
    let next = close + 1;
    while (next < end && /\s/.test(text[next]!)) next++;
    if (text[next] === ':') {
      key = text.slice(at + 1, Math.min(close, at + 40));
      at = next;
      const number = /^\s?(\d{4,24})(?!\d)/.exec(text.slice(next + 1, next + 28));
      if (number !== null)
        yield {
          span: [next + 1 + number[0].length - number[1]!.length, next + 1 + number[0].length],
          isThought: false,
        };
      continue;
    }
    if (key !== undefined && THOUGHT_KEY.test(key)) yield { span: [at + 1, close], isThought: true };
    else if (close - at <= 24 && PRODUCT_ID.test(text.slice(at + 1, close)))
      yield { span: [at + 1, close], isThought: false };
    // In a list of thoughts, the key applies to each.
    if (text[next] !== ',' || !/[\s"]/.test(text[next + 1] ?? '')) key = undefined;
    at = Math.max(close, next - 1);
  }
}

function endOfString(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return end;
}

const PLAIN: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ', b: ' ', f: ' ' };

/** The unescaped string, with each escape padded to its written length. */
function unescaped(text: string, start: number, end: number): string {
  const pieces: string[] = [];
  for (let at = start; at < end; ) {
    if (text[at] !== '\\') {
      const next = text.indexOf('\\', at);
      const stop = next === -1 || next > end ? end : next;
      pieces.push(text.slice(at, stop));
      at = stop;
      continue;
    }
    const code = text[at + 1] === 'u' ? /^[\da-f]{4}$/i.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    const length = Math.min(code === undefined ? 2 : 6, end - at);
    const meant = code === undefined ? (PLAIN[text[at + 1] ?? ''] ?? text[at + 1] ?? '') : character(code);
    pieces.push(meant.padStart(length));
    at += length;
  }
  return pieces.join('');
}

function character(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
