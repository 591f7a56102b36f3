import { FOREIGN_NUMBERS } from './foreign-numbers.ts';
import { wordsToNumbers } from './number-words.ts';

/** All keys by which a number of a request can be matched: as written, and as an amount independent of its unit. */
export type NumberKeys = readonly string[];

/** Unit words by dimension and size in the dimension's base unit. */
const UNITS: ReadonlyMap<string, readonly [dimension: string, size: number]> = new Map(
  Object.entries({
    'length 1': 'mm millimeter millimeters millimetre millimetres millimetros',
    'length 10': 'cm centimeter centimeters centimetre centimetres zentimeter centimetros sentimetro sentimeter',
    'length 1000': 'm meter meters metre metres metros metro',
    'length 25.4': 'inch inches in pulgada pulgadas pulgadang zoll inci pouces',
    'length 304.8': 'foot feet ft',
    'weight 1': 'g gram grams gramme grammes gramm gramos gramo',
    'weight 1000': 'kg kilo kilos kilogram kilograms kilogramm kilogramos',
    'weight 28.35': 'ounce ounces',
    'weight 453.6': 'lb lbs pound pounds',
    'volume 1': 'ml milliliter milliliters millilitre millilitres mililitro mililitros',
    'volume 10': 'cl centiliter centiliters centilitre centilitres',
    'volume 1000': 'l liter liters litre litres litro litros',
    'volume 29.57': 'oz',
    'time 1': 's sec second seconds segundos sekunden',
    'time 60': 'min minute minutes minuto minutos minuten menit',
    'time 3600': 'h hour hours hora horas stunden oras jam',
    'time 86400': 'day days',
    'time 604800': 'week weeks',
    'time 2629800': 'month months',
    'time 31557600': 'year years',
    'power 1': 'w watt watts vatios',
    'power 1000': 'kw kilowatt kilowatts',
    'charge 1': 'mah milliamp milliamps',
    'charge 1000': 'ah',
    'data 1': 'mb megabyte megabytes',
    'data 1000': 'gb gigabyte gigabytes',
    'data 1000000': 'tb terabyte terabytes',
  }).flatMap(([meaning, words]) => {
    const [dimension, size] = meaning.split(' ') as [string, string];
    return words.split(' ').map((word) => [word, [dimension, Number(size)] as const] as const);
  }),
);

/** Words that stand for a count. */
const GROUPS: ReadonlyMap<string, number> = new Map([
  ['pair', 2],
  ['duo', 2],
  ['twin', 2],
  ['trio', 3],
  ['triple', 3],
  ['quartet', 4],
  ['dozen', 12],
]);

/** A model code such as K10 identifies a request, or distinguishes two, like a number. */
const CODE = /^\p{L}+\d/u;

/** "EU40" also matches "EU 40", and "SPF30" matches "30". */
function codeKeys(code: string): NumberKeys {
  const [, digits] = /^\p{L}+(\d+)$/u.exec(code) ?? [];
  return digits === undefined ? [`code ${code}`] : [`code ${code}`, asWritten(Number(digits))];
}

/**
 * The distinct numbers in a list of words: digits with separators, number words, "two dozen", "four and a half",
 * "1.3k".
 */
export function numbersOf(words: readonly string[]): readonly NumberKeys[] {
  const tokens = wordsToNumbers(words);
  const found = new Map<string, NumberKeys>();
  const add = (keys: NumberKeys): void => void found.set(keys.join(), keys);
  let before: ReadNumber | undefined;
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place]!;
    if (CODE.test(token)) add(codeKeys(token));
    const read = readNumber(tokens, place);
    if (read === undefined) continue;
    const tolerated = before === undefined ? undefined : toleranceOf(tokens, before, place, read);
    if (tolerated === undefined || before === undefined) {
      add(keysOf(read.value, read.unit ?? tokens[read.end]));
    } else {
      const middle = keysOf(before.value, before.unit ?? tokens[before.end]);
      found.delete(middle.join());
      add([...middle, asWritten(tolerated.least)]);
      add([asWritten(read.value), asWritten(tolerated.most)]);
    }
    before = tolerated === undefined ? read : undefined;
    place = read.end - 1;
  }
  return [...found.values()];
}

/** Matches "240 give or take 24", "plus or minus", "24 up or down", "24 more or less", "24 either way". */
const TOLERANCE =
  /\b(?:give or take|plus or minus|plus minus|more or less|up or down|higher or lower|either (?:way|side|direction))\b/;
/** Maximum number of words between the two numbers, and after the second. */
const TOLERANCE_REACH = 6;

/**
 * An amount with a tolerance is a range and is also matched by its ends, because a paraphrase may state them instead.
 */
function toleranceOf(
  tokens: readonly string[],
  middle: ReadNumber,
  start: number,
  off: ReadNumber,
): { readonly least: number; readonly most: number } | undefined {
  if (off.value <= 0 || off.value >= middle.value || start - middle.end > TOLERANCE_REACH) return undefined;
  const behind = tokens.slice(off.end, off.end + TOLERANCE_REACH);
  const next = behind.findIndex((token) => /^\d/.test(token));
  const around = [...tokens.slice(middle.end, start), ...behind.slice(0, next === -1 ? undefined : next)];
  if (!TOLERANCE.test(around.join(' '))) return undefined;
  return { least: middle.value - off.value, most: middle.value + off.value };
}

interface ReadNumber {
  readonly value: number;
  /** Index of the first token after the number. */
  readonly end: number;
  /** Set if the unit does not directly follow the number. */
  readonly unit?: string;
}

/** Reads "half a dozen", "one week", "a kilo and a half". */
function readSpokenOne(tokens: readonly string[], place: number): ReadNumber | undefined {
  const [token, next, after] = [tokens[place]!, tokens[place + 1] ?? '', tokens[place + 2]];
  if (token === 'half' && next === 'a' && after === 'dozen') return { value: 6, end: place + 3 };
  if (!['a', 'an', 'one', 'half'].includes(token)) return undefined;
  const unit = token === 'half' ? (after ?? '') : next;
  if (unit.length < 4 || !UNITS.has(unit)) return undefined;
  if (token === 'half') return { value: 0.5, end: place + 3, unit };
  const isHalfMore = after === 'and' && tokens[place + 3] === 'a' && tokens[place + 4] === 'half';
  return { value: isHalfMore ? 1.5 : 1, end: place + (isHalfMore ? 5 : 2), unit };
}

function readNumber(tokens: readonly string[], place: number): ReadNumber | undefined {
  const token = tokens[place]!;
  const written = /^\d/.test(token)
    ? digitsValue(token, tokens[place + 1] === 'k')
    : (GROUPS.get(token) ?? FOREIGN_NUMBERS.get(token));
  if (written === undefined) return readSpokenOne(tokens, place);
  let value = written;
  let end = place + 1;
  if (tokens[end] === 'and' && tokens[end + 1] === 'a' && tokens[end + 2] === 'half') {
    value += 0.5;
    end += 3;
  }
  if (tokens[end] === 'k') {
    value *= 1_000;
    end++;
  } else if (tokens[end] === 'dozen' && token !== 'dozen') {
    value *= 12;
    end++;
  }
  return { value, end };
}

/** A comma or point before exactly three digits separates thousands, except after a single zero and in "1.303k". */
function digitsValue(token: string, isInThousands: boolean): number | undefined {
  const whole = isInThousands ? token : token.replaceAll(/(?<!^0)[.,](?=\d{3}(?!\d))/g, '');
  const plain = whole.replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Amounts within about 3 % share a key, because shoppers round differently: 18 inches are 45.7 cm or 46 cm. */
const STEP = 0.03;

function keysOf(value: number, unit: string | undefined): NumberKeys {
  const written = asWritten(value);
  if (unit === 'f' || unit === 'fahrenheit') return [written, `#${Math.round((value - 32) / 1.8)}`];
  const [dimension, size] = UNITS.get(unit ?? '') ?? [];
  if (dimension === undefined || size === undefined || value === 0) return [written];
  const scaled = Math.log(value * size) / STEP;
  return [written, `${dimension}:${Math.floor(scaled)}`, `${dimension}:${Math.floor(scaled) + 1}`];
}

function asWritten(value: number): string {
  return `#${Math.round(value * 100) / 100}`;
}
