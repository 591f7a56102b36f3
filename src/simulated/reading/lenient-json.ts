import { parseJson } from '../../json/parse-json.ts';

/** Maximum length of a text that is searched for JSON. */
const MAX_TEXT = 2_000_000;
const MAX_OBJECT = 60_000;

/**
 * The JSON in a program's output: the whole text, or the product objects in text that was cut off or printed by Python.
 * Needs one pass over the text.
 */
export function jsonValues(text: string): unknown[] {
  const whole = parseJson(text.trim());
  if (whole.ok) return [whole.value];
  const source = text.slice(0, MAX_TEXT);
  const written = !source.includes('"product_id"') && source.includes("'product_id'") ? pythonToJson(source) : source;
  return productObjects(written);
}

/** Innermost objects with a product id near their beginning. The surrounding text may be broken. */
function productObjects(text: string): unknown[] {
  const found: unknown[] = [];
  const open: { start: number; holdsProduct: boolean }[] = [];
  let quoted = false;
  for (let place = 0; place < text.length; place++) {
    const char = text[place];
    if (quoted) {
      if (char === '\\') place++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') open.push({ start: place, holdsProduct: false });
    else if (char === '}') {
      const closed = open.pop();
      if (closed === undefined) continue;
      const length = place + 1 - closed.start;
      if (
        !closed.holdsProduct &&
        length <= MAX_OBJECT &&
        /"(?:product_)?id"/.test(text.slice(closed.start, closed.start + 120))
      ) {
        const object = parseJson(text.slice(closed.start, place + 1));
        if (object.ok) {
          found.push(object.value);
          closed.holdsProduct = true;
        }
      }
      const outer = open.at(-1);
      if (outer !== undefined && closed.holdsProduct) outer.holdsProduct = true;
    }
  }
  return found;
}

/** Converts printed Python dictionaries to JSON. Python quotes with " only if the text contains a '. */
function pythonToJson(text: string): string {
  let json = '';
  for (let place = 0; place < text.length; place++) {
    const char = text[place]!;
    if (char === "'" || char === '"') {
      const end = endOfString(text, place);
      json += JSON.stringify(
        text
          .slice(place + 1, end)
          .replaceAll("\\'", "'")
          .replaceAll('\\n', '\n'),
      );
      place = end;
    } else json += char;
  }
  return json
    .replaceAll(/\bNone\b/g, 'null')
    .replaceAll(/\bTrue\b/g, 'true')
    .replaceAll(/\bFalse\b/g, 'false');
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let place = start + 1; place < text.length; place++) {
    if (text[place] === '\\') place++;
    else if (text[place] === quote) return place;
  }
  return text.length;
}
