import { parseJson } from '../../json/parse-json.ts';
import { shapeOfSchema } from './json-schema-shape.ts';
import { ANY_VALUE, readValueType, type ValueType } from './value-type.ts';

/** The shape of the JSON that a prompt asks for, read from an example that may not be valid JSON. */
export type JsonShape = { readonly nullable: boolean } & (
  | {
      readonly kind: 'object';
      readonly fields: readonly (readonly [string, JsonShape])[];
      /** Whether the keys are fixed, as in a schema; in an example such as `{"name": "value"}` they stand for others. */
      readonly isExact?: boolean;
    }
  | { readonly kind: 'list'; readonly of: JsonShape | undefined }
  | { readonly kind: 'leaf'; readonly hint: string; readonly type: ValueType }
);

const MAX_DEPTH = 6;
const MAX_TEMPLATE = 8_000;
const MOST_STARTS = 40;

/** The template in a prompt, or the keys that it lists or names in a sentence; `undefined` if it has none. */
export function requestedShape(prompt: string): JsonShape | undefined {
  let best: { readonly shape: JsonShape; readonly rank: number } | undefined;
  let from = 0;
  for (let tries = 0; tries < MOST_STARTS; tries++) {
    const start = nextStart(prompt, from);
    if (start === -1) break;
    const reader = new ShapeReader(prompt.slice(start, start + MAX_TEMPLATE));
    const written = prompt.slice(start, start + MAX_TEMPLATE);
    const read = reader.read(0);
    const shape = schemaIn(read, written) ?? read;
    const rank = rankOf(shape, prompt.slice(Math.max(0, start - 200), start), written.slice(0, reader.place));
    if (rank > (best?.rank ?? 0)) best = { shape, rank };
    from = start + Math.max(1, reader.place);
  }
  const shape = best?.shape ?? listedKeys(prompt) ?? namedKeys(prompt);
  return shape === undefined ? undefined : withNotes(shape, prompt);
}

/** The start of an object, or of a list of objects or texts. */
function nextStart(prompt: string, from: number): number {
  const match = /\{|\[\s*[{"]/g;
  match.lastIndex = from;
  return match.exec(prompt)?.index ?? -1;
}

/** Ranks templates above data: shapes with placeholders, or after words such as "JSON in this format". */
function rankOf(shape: JsonShape, before: string, written: string): number {
  const fields = size(shape);
  if (fields === 0 && !(shape.kind === 'list' && /\bjson\b[^\n]{0,60}$/i.test(before))) return 0;
  const isData = /"product_id"\s*:\s*"?\d{5,}/.test(written);
  const isAnnounced = /\b(?:json|format|schema|shape|structure|template|output|return|respond|fields)\b/i.test(before);
  const holdsPlaces =
    /:\s*(?:<|\.\.\.|…|"[^"\n]*(?:\||\bor null\b|\.\.\.|…|<)|[a-z]{3,}(?<!true|false|null)\b)|"\s*\|\s*(?:"|null)/i.test(
      written,
    );
  return 1 + fields + (isData ? 0 : 1000) + (isAnnounced && !isData ? 1000 : 0) + (holdsPlaces ? 500 : 0);
}

/** A JSON Schema in the prompt describes the answer; it is not an example of it. */
function schemaIn(shape: JsonShape, written: string): JsonShape | undefined {
  if (shape.kind !== 'object' || !shape.fields.some(([key]) => key === 'properties')) return undefined;
  const parsed = parseJson(balanced(written));
  return parsed.ok ? shapeOfSchema(parsed.value) : undefined;
}

function balanced(text: string): string {
  let depth = 0;
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const char = text[place];
    if (char === '\\') place++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth++;
    else if (!isQuoted && char === '}' && --depth === 0) return text.slice(0, place + 1);
  }
  return text;
}

function size(shape: JsonShape | undefined): number {
  if (shape === undefined) return 0;
  if (shape.kind === 'object') return shape.fields.reduce((sum, [, field]) => sum + 1 + size(field), 0);
  return shape.kind === 'list' ? size(shape.of) : 0;
}

/** Notes below a template may mark fields as nullable: "- service: … null if none". */
function withNotes(shape: JsonShape, prompt: string): JsonShape {
  if (shape.kind === 'list') return shape.of === undefined ? shape : { ...shape, of: withNotes(shape.of, prompt) };
  if (shape.kind !== 'object') return shape;
  const fields = shape.fields.map(([key, field]): [string, JsonShape] => {
    const isOptional = !field.nullable && noteOf(key, prompt).some((note) => /\b(?:null|none)\b/i.test(note));
    const inner = withNotes(field, prompt);
    if (!isOptional) return [key, inner];
    return [
      key,
      inner.kind === 'leaf'
        ? { ...inner, nullable: true, type: { ...inner.type, nullable: true } }
        : { ...inner, nullable: true },
    ];
  });
  return { ...shape, fields };
}

function noteOf(key: string, prompt: string): string[] {
  const plain = key.replaceAll(/[^\w ]/g, '.');
  const note = new RegExp(
    `^[ \\t]{0,8}(?:[-*•]|\\d+[.)])[ \\t]*["'\`*]{0,3}${plain}["'\`*]{0,3}[ \\t]*[:=–—-]([^\\n]{1,400})`,
    'gimu',
  );
  return Array.from(prompt.slice(0, 40_000).matchAll(note), ([, text = '']) => text);
}

const LISTED_KEY =
  /^[ \t]{0,8}(?:[-*•]|\d+[.)])?[ \t]*["'`*]{0,3}([A-Za-z_]\w{1,40})["'`*]{0,3}[ \t]*(?:\(([^)\n]{1,80})\))?[ \t]*[:–—-][ \t]*([^\n]{1,400})$/gmu;

/** A list of keys with descriptions, one per line: `- max_price: number or null (in pesos)`. */
function listedKeys(prompt: string): JsonShape | undefined {
  const start = /\bjson\b[^\n]{0,200}:?[ \t]*\n/iu.exec(prompt);
  if (start === null || !/\b(?:keys?|fields?|with|properties|containing|following|these)\b/i.test(start[0]))
    return undefined;
  const fields: [string, JsonShape][] = [];
  let end = start.index + start[0].length;
  for (const match of prompt.slice(end, end + MAX_TEMPLATE).matchAll(LISTED_KEY)) {
    const [line, key = '', kind = '', description = ''] = match;
    // Other text between two lines ends the list.
    if (match.index > 0 && prompt.slice(end, start.index + start[0].length + match.index).trim() !== '') break;
    end = start.index + start[0].length + match.index + line.length;
    fields.push([key, describedShape(kind || description)]);
  }
  return fields.length < 2 ? undefined : { kind: 'object', nullable: false, fields };
}

/** "array of short phrases", "number or null (PLN)", `"search" | "browse"`, "the brand, or null". */
function describedShape(description: string): JsonShape {
  const plain = description.replace(/\s*[(—–].*$/, '').trim();
  const list = /^(?:an? )?(?:list|array)\b(?: of)?[ \t]*(.*)$/i.exec(plain) ?? /^(\w+)\[\]/.exec(plain);
  if (list !== null)
    return {
      kind: 'list',
      nullable: false,
      of: leafOf(readValueType(/^objects?|^dict/i.test(list[1]!) ? 'object' : 'string')),
    };
  const first = plain.split(/,(?!\s*or\b)/)[0]!;
  const type = readValueType(first);
  const isNullable = /\bnull\b|\bnone\b|\boptional\b|\bif (?:any|not|none)\b/i.test(description);
  return leafOf(type.kinds.size === 0 ? ANY_VALUE : { ...type, nullable: type.nullable || isNullable });
}

function leafOf(type: ValueType, hint = ''): JsonShape {
  return { kind: 'leaf', hint, nullable: type.nullable, type };
}

const TYPED_KEY = /\b([A-Za-z_]\w{1,40})["'`]?[ \t]*\(([^)\n]{1,80})\)/gu;

/** "JSON with the keys name, brand and price", also with types: "name (string), price (number or null)". */
function namedKeys(prompt: string): JsonShape | undefined {
  const [, sentence = ''] = /\b(?:keys?|fields?|properties)\b:?([^.\n]{3,400})/iu.exec(prompt) ?? [];
  const types = new Map<string, JsonShape>();
  const plain = sentence.replaceAll(TYPED_KEY, (written: string, key: string, description: string) => {
    const shape = describedShape(description);
    if (shape.kind === 'leaf' && shape.type.kinds.size === 0) return written;
    types.set(key, shape);
    return key;
  });
  const names = plain.match(/(?<=^|[\s,"'`(])[a-z][a-z0-9_]{1,40}(?=[\s,"'`).:]|$)/giu) ?? [];
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
  const fields = keys.slice(0, 40).map((key) => [key, types.get(key) ?? leafOf(ANY_VALUE)] as const);
  return { kind: 'object', nullable: false, fields };
}

/** Parses templates such as `{"price": number or null, "service": ["COD" | "official"], ...}` as far as possible. */
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
      if (this.#skipComment()) continue;
      const key = /^[\s,]*(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([A-Za-z_][\w]{0,60}))\s*\??\s*:/.exec(
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
    return { kind: 'object', nullable: this.#isOrNull(), fields };
  }

  #list(depth: number): JsonShape {
    this.place++;
    this.#skipSpace();
    if (this.#text[this.place] === ']') {
      this.place++;
      return { kind: 'list', nullable: this.#isOrNull(), of: undefined };
    }
    const of = this.read(depth + 1);
    while (this.place < this.#text.length && this.#text[this.place] !== ']') this.place++;
    this.place++;
    return { kind: 'list', nullable: this.#isOrNull(), of };
  }

  /** Text up to the end of the field. "null or {…}" means the shape in the braces. */
  #leaf(depth: number): JsonShape {
    const start = this.place;
    let quote = '';
    for (; this.place < this.#text.length; this.place++) {
      const char = this.#text[this.place]!;
      if (quote !== '') {
        if (char === quote || char === '\n') quote = '';
      } else if (char === '"') quote = char;
      else if (/^(?:\[\]|\[\w+\]|<\w+>)/.test(this.#text.slice(this.place, this.place + 20)) && this.place > start) {
        // `string[]`, `List[str]`: part of the type.
        this.place += this.#text.slice(this.place).search(/[\]>]/);
      } else if (/[,}\]\n]/.test(char)) break;
      else if (/[{[]/.test(char) && depth < MAX_DEPTH) {
        const isOrNull = /\bnull\b/.test(this.#text.slice(start, this.place));
        const shape = this.read(depth);
        return { ...shape, nullable: shape.nullable || isOrNull };
      }
    }
    const hint = this.#text.slice(start, this.place).trim();
    const items = /^(?:list|array|sequence)[[<](\w+)[\]>]|^(\w+)\[\]/i.exec(hint.replaceAll(/^["'<]|["'>]$/g, ''));
    if (items !== null) {
      const of = leafOf(readValueType((items[1] ?? items[2])!));
      return { kind: 'list', nullable: /\bnull\b|\bnone\b/i.test(hint), of };
    }
    const type = readValueType(hint);
    if (type.kinds.has('list') && type.kinds.size === 1) {
      return { kind: 'list', nullable: type.nullable, of: leafOf(readValueType('string')) };
    }
    return leafOf(type, hint);
  }

  /** `| null` after a list or an object. */
  #isOrNull(): boolean {
    return /^\s*(?:\||or\b|\/)\s*"?(?:null|none)\b/i.test(this.#text.slice(this.place, this.place + 30));
  }

  #skipComment(): boolean {
    const comment = /^[\s,]*(?:\/\/|#)[^\n]*/.exec(this.#text.slice(this.place, this.place + 500));
    if (comment === null) return false;
    this.place += comment[0].length;
    return true;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.place] ?? '')) this.place++;
  }
}
