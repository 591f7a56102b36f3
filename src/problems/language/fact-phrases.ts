import type { LeafCategory } from '../../market/catalogue.ts';
import { exactForms, parseAmount, roughForms } from './amount.ts';
import type { Fact } from './fact.ts';
import type { LeafLanguage, Measured } from './leaf-language.ts';
import { colourPhrases, sizePhrases } from './shared-phrases.ts';

/** A verb phrase and the requirement it states. */
export interface FactPhrase {
  readonly text: string;
  readonly fact: Fact & { readonly kind: 'values' | 'not' };
}

/** An amount within this share of the stated one counts as "about" that much. */
const ABOUT = 0.06;

/**
 * For amounts that differ by up to this share, it is unclear whether they count as "about", so such wordings are not
 * used.
 */
const UNCLEAR = 0.13;

/**
 * All phrases for attributes and options of a leaf. The composer picks from this list and the reader searches for its
 * entries, so writing and reading cannot differ.
 */
export function factPhrases(leaf: LeafCategory, language: LeafLanguage): readonly FactPhrase[] {
  const keys: Readonly<Record<string, readonly string[]>> = { ...leaf.attributes, ...leaf.skuAxes };
  const phrases: FactPhrase[] = [];
  const add = (text: string, key: string, values: readonly string[]): void => {
    if (values.length > 0 && values.length < keys[key]!.length)
      phrases.push({ text, fact: { kind: 'values', key, values } });
  };
  for (const [key, groups] of Object.entries(language.says))
    for (const [group, texts] of Object.entries(groups)) for (const text of texts) add(text, key, group.split(' | '));
  for (const [key, values] of Object.entries(language.avoids ?? {}))
    for (const [value, texts] of Object.entries(values))
      for (const text of texts) phrases.push({ text, fact: { kind: 'not', key, value } });
  for (const [key, measured] of Object.entries(language.measures ?? {}))
    for (const { text, values } of measuredPhrases(keys[key]!, measured)) add(text, key, values);
  for (const [key, values] of Object.entries(leaf.skuAxes)) {
    if (key === 'color_family') for (const { text, values: meant } of colourPhrases(values)) add(text, key, meant);
    else for (const { text, values: meant } of sizePhrases(values)) add(text, key, meant);
  }
  return withoutAmbiguous(phrases);
}

/** Drops texts that could mean two things. */
function withoutAmbiguous(phrases: readonly FactPhrase[]): readonly FactPhrase[] {
  const meanings = new Map<string, FactPhrase | undefined>();
  for (const phrase of phrases) {
    const known = meanings.get(phrase.text);
    const isNew = !meanings.has(phrase.text);
    const same = known !== undefined && JSON.stringify(known.fact) === JSON.stringify(phrase.fact);
    meanings.set(phrase.text, isNew || same ? phrase : undefined);
  }
  return [...meanings.values()].filter((phrase) => phrase !== undefined);
}

function measuredPhrases(
  values: readonly string[],
  measured: Measured,
): readonly { readonly text: string; readonly values: string[] }[] {
  const amounts = values.flatMap((text) => {
    const amount = parseAmount(text);
    return amount === undefined ? [] : [{ text, amount }];
  });
  // Bounds are only formed within one unit: comparing "500 g" with "1 kg" would compare unlike numbers.
  const units = new Set(amounts.map(({ amount }) => amount.unit));
  return amounts.flatMap(({ amount }) => {
    const sameUnit = amounts.filter((other) => other.amount.unit === amount.unit);
    const bounds =
      units.size > 1 || amounts.length < values.length
        ? []
        : exactForms(amount).flatMap(({ text, value }) => [
            ...measured.least.map((phrase) => ({
              text: phrase.replace('…', text),
              values: sameUnit.filter((other) => other.amount.value >= value).map((other) => other.text),
            })),
            ...measured.most.map((phrase) => ({
              text: phrase.replace('…', text),
              values: sameUnit.filter((other) => other.amount.value <= value).map((other) => other.text),
            })),
          ]);
    const about = roughForms(amount).flatMap(({ text, value }) => {
      const off = (other: number): number => Math.abs(other - value) / value;
      const unclear = sameUnit.some((other) => off(other.amount.value) > ABOUT && off(other.amount.value) < UNCLEAR);
      if (unclear || off(amount.value) > ABOUT) return [];
      const meant = sameUnit.filter((other) => off(other.amount.value) <= ABOUT).map((other) => other.text);
      return measured.about.map((phrase) => ({ text: phrase.replace('…', text), values: meant }));
    });
    return [...bounds, ...about];
  });
}
