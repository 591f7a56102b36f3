export interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_SPANS = 200;

/**
 * The outermost `{…}` and `[…]` of a text whose brackets close; brackets in strings do not count. Gives up after more
 * than 20 brackets that never close, because each of them costs a scan to the end: a text of only brackets would take
 * quadratic time.
 */
export function jsonSpans(text: string): Span[] {
  const spans: Span[] = [];
  let misses = 0;
  for (let start = nextOpening(text, 0); start !== -1 && spans.length < MAX_SPANS; ) {
    const end = closingOf(text, start);
    if (end === -1) {
      if (++misses > 20) break;
      start = nextOpening(text, start + 1);
      continue;
    }
    spans.push({ start, end });
    start = nextOpening(text, end);
  }
  return spans;
}

const OPENING = /[{[]/g;

function nextOpening(text: string, from: number): number {
  OPENING.lastIndex = from;
  return OPENING.exec(text)?.index ?? -1;
}

function closingOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let place = start; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (quoted) {
      if (code === 0x5c) place++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return place + 1;
  }
  return -1;
}
