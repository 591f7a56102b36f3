import { type SpokenLeaf, spokenLeaf } from '../../problems/language.ts';

const KNIVES: SpokenLeaf = spokenLeaf('Kitchen Knives')!;

/** A phrase that requires an attribute of a kitchen knife to have this value, or, with `not`, any other value. */
export function knifePhrase(key: string, value: string, kind: 'values' | 'not' = 'values'): string {
  const found = KNIVES.phrases.find(({ fact }) => {
    if (fact.kind !== kind || fact.key !== key) return false;
    return fact.kind === 'not' ? fact.value === value : fact.values.length === 1 && fact.values[0] === value;
  });
  if (found === undefined) throw new Error(`the lexicon has no words for ${kind} ${key} ${value}`);
  return found.text;
}

/** A request for a kitchen knife in the words of the lexicon. */
export function knifeRequest(phrases: readonly string[], more = ''): string {
  return `I need ${KNIVES.language.needs[0]}. ${phrases.map((phrase) => `It has to ${phrase}.`).join(' ')}${more}`;
}
