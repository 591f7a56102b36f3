import { numberInWords } from '../clusters/number-words.ts';

/** A number and its unit, such as "24 cm". */
export interface Amount {
  readonly value: number;
  readonly unit: string;
}

/** An amount as a person words it, with its value in the listing's unit. */
export interface SpokenAmount {
  readonly text: string;
  readonly value: number;
}

const AMOUNT = /^(\d+(?:[.,]\d+)*) ?(%|[\p{L}/]+|sq mm)$/u;

export function parseAmount(text: string): Amount | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]!.replaceAll(',', ''));
  return Number.isFinite(value) ? { value, unit: match[2]! } : undefined;
}

/** Unit names in the singular and the plural; other units are used as written. */
const UNIT_WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  cm: ['centimeter', 'centimeters'],
  mm: ['millimeter', 'millimeters'],
  m: ['meter', 'meters'],
  meter: ['meter', 'meters'],
  meters: ['meter', 'meters'],
  km: ['kilometer', 'kilometers'],
  inch: ['inch', 'inches'],
  inches: ['inch', 'inches'],
  g: ['gram', 'grams'],
  kg: ['kilo', 'kilos'],
  lb: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ml: ['milliliter', 'milliliters'],
  l: ['liter', 'liters'],
  liter: ['liter', 'liters'],
  liters: ['liter', 'liters'],
  w: ['watt', 'watts'],
  v: ['volt', 'volts'],
  a: ['ampere', 'amperes'],
  hz: ['hertz', 'hertz'],
  db: ['decibel', 'decibels'],
  gb: ['gigabyte', 'gigabytes'],
  tb: ['terabyte', 'terabytes'],
  mah: ['milliamp hour', 'milliamp hours'],
  h: ['hour', 'hours'],
  percent: ['percent', 'percent'],
  '%': ['percent', 'percent'],
  rpm: ['turn a minute', 'turns a minute'],
  fps: ['frame a second', 'frames a second'],
  gsm: ['gram a square meter', 'grams a square meter'],
  pcs: ['piece', 'pieces'],
};

/** Conversions to the other unit system, for shoppers who use that one. */
const CONVERSIONS: Readonly<Record<string, readonly { readonly unit: string; readonly factor: number }[]>> = {
  cm: [{ unit: 'inch', factor: 1 / 2.54 }],
  mm: [{ unit: 'cm', factor: 0.1 }],
  m: [{ unit: 'cm', factor: 100 }],
  inch: [{ unit: 'cm', factor: 2.54 }],
  inches: [{ unit: 'cm', factor: 2.54 }],
  kg: [{ unit: 'g', factor: 1_000 }],
  g: [{ unit: 'kg', factor: 0.001 }],
  lb: [{ unit: 'g', factor: 453.6 }],
  oz: [{ unit: 'ml', factor: 29.57 }],
  ml: [{ unit: 'l', factor: 0.001 }],
  l: [{ unit: 'ml', factor: 1_000 }],
  minutes: [{ unit: 'h', factor: 1 / 60 }],
  hours: [{ unit: 'minutes', factor: 60 }],
  months: [{ unit: 'years', factor: 1 / 12 }],
  years: [{ unit: 'months', factor: 12 }],
};

/** All exact wordings of the amount: in digits and, if short, in words. */
export function exactForms({ value, unit }: Amount): readonly SpokenAmount[] {
  const unitText = unitWord(unit, value);
  const forms = [`${value} ${unitText}`];
  if (Number.isInteger(value) && (value <= 20 || (value < 100 && value % 10 === 0) || isRound(value)))
    forms.push(`${numberInWords(value)} ${unitText}`);
  if (value * 2 === Math.round(value * 2) && !Number.isInteger(value) && value > 1 && value < 20)
    forms.push(`${numberInWords(Math.floor(value))} and a half ${unitWord(unit, value)}`);
  return forms.map((text) => ({ text, value }));
}

/** The exact wordings, and the amount in other units, rounded as people round. */
export function roughForms(amount: Amount): readonly SpokenAmount[] {
  const converted = (CONVERSIONS[amount.unit] ?? []).flatMap(({ unit, factor }) => {
    const other = amount.value * factor;
    if (other < 0.5 || other > 20_000) return [];
    const rounded = other >= 10 ? Math.round(other) : Math.round(other * 2) / 2;
    return exactForms({ value: rounded, unit }).map(({ text }) => ({ text, value: rounded / factor }));
  });
  return [...exactForms(amount), ...converted];
}

function isRound(value: number): boolean {
  return value >= 100 && value <= 10_000 && value % 100 === 0;
}

function unitWord(unit: string, value: number): string {
  const words = UNIT_WORDS[unit.toLowerCase()];
  if (words === undefined) return unit;
  return value === 1 ? words[0] : words[1];
}
