/** The form of JSON that a prompt asks for, read from an example that need not be JSON itself. */
export type JsonShape =
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, JsonShape])[] }
  | { readonly kind: 'list'; readonly of: JsonShape | undefined }
  | { readonly kind: 'leaf'; readonly hint: string };

const MAX_DEPTH = 6;
const MAX_TEMPLATE = 8_000;

/** The largest template in a prompt, or the keys it names in a sentence; nothing where it does neither. */
export function requestedShape(prompt: string): JsonShape | undefined {
  let best: JsonShape | undefined;
  let from = 0;
  for (let tries = 0; tries < 20; tries++) {
    const start = prompt.indexOf('{', from);
    if (start === -1) break;
    const reader = new ShapeReader(prompt.slice(start, start + MAX_TEMPLATE));
    const shape = reader.read(0);
    if (shape.kind === 'object' && shape.fields.length > 0 && size(shape) > size(best)) best = shape;
    from = start + Math.max(1, reader.place);
  }
  return best ?? namedKeys(prompt);
}

function size(shape: JsonShape | undefined): number {
  if (shape === undefined) return 0;
  if (shape.kind === 'object') return shape.fields.reduce((sum, [, field]) => sum + 1 + size(field), 0);
  return shape.kind === 'list' ? size(shape.of) : 0;
}

/** "JSON with the keys name, brand and price". */
function namedKeys(prompt: string): JsonShape | undefined {
  const match = /\b(?:keys?|fields?|properties)\b:?([^.\n]{3,400})/iu.exec(prompt);
  const names = match?.[1]?.match(/(?<=^|[\s,"'`(])[a-z][a-z0-9_]{1,40}(?=[\s,"'`).:]|$)/giu) ?? [];
  const keys = [
    ...new Set(
      names.filter(
        (name) =>
          !/^(?:and|or|the|with|as|a|an|list|of|each|for|are|is|only|string|number|json|object|following|these)$/i.test(
            name,
          ),
      ),
    ),
  ];
  if (keys.length === 0) return undefined;
  return { kind: 'object', fields: keys.slice(0, 40).map((key) => [key, { kind: 'leaf', hint: '' }] as const) };
}

/** Reads templates such as `{"price": number or null, "service": ["COD" | "official"], ...}` as far as they go. */
class ShapeReader {
  readonly #text: string;
  place = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(depth: number): JsonShape {
    this.#skipSpace();
    const char = this.#text[this.place];
    if (depth < MAX_DEPTH && char === '{') return this.#object(depth);
    if (depth < MAX_DEPTH && char === '[') return this.#list(depth);
    return this.#leaf(depth);
  }

  #object(depth: number): JsonShape {
    this.place++;
    const fields: [string, JsonShape][] = [];
    while (this.place < this.#text.length && this.#text[this.place] !== '}') {
      const key = /^[\s,]*(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([A-Za-z_][\w]{0,60}))\s*:/.exec(
        this.#text.slice(this.place, this.place + 200),
      );
      if (key === null) {
        this.place++;
        continue;
      }
      this.place += key[0].length;
      fields.push([(key[1] ?? key[2] ?? key[3])!, this.read(depth + 1)]);
    }
    this.place++;
    return { kind: 'object', fields };
  }

  #list(depth: number): JsonShape {
    this.place++;
    const of = this.read(depth + 1);
    while (this.place < this.#text.length && this.#text[this.place] !== ']') this.place++;
    this.place++;
    return { kind: 'list', of };
  }

  /** Words up to the end of the field. "null or {…}" stands for what is in the braces. */
  #leaf(depth: number): JsonShape {
    const start = this.place;
    let quote = '';
    for (; this.place < this.#text.length; this.place++) {
      const char = this.#text[this.place]!;
      if (quote !== '') {
        if (char === quote || char === '\n') quote = '';
      } else if (char === '"') quote = char;
      else if (/[,}\]\n]/.test(char)) break;
      else if (/[{[]/.test(char) && depth < MAX_DEPTH) return this.read(depth);
    }
    return { kind: 'leaf', hint: this.#text.slice(start, this.place).trim() };
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.place] ?? '')) this.place++;
  }
}
