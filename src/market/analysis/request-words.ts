import { englishTerm } from './english-term.ts';

/** The stem of a word, so that "bottles" is found in a title that contains "bottle". */
export function stemOf(word: string): string {
  return englishTerm(word) ?? word;
}

/** Words of a request that do not describe a product. */
const FILLER = new Set(
  `a an and any are as at available be both brand branded by can come comes costing costs do each etc featuring for from
   great has have having i ideally in is it item items its just like made make me must my need nice of offered offering
   offers on one only option options or please preferably preferred product products read shop should show so some
   something store suitable that the their them they this to type use used using want wants was where which whose will
   with without you your`.split(/\s+/),
);

export function isFiller(word: string): boolean {
  return FILLER.has(word);
}

/** Positions where a sequence of words occurs in another; empty if it does not. */
export function placesOf(run: readonly string[], among: readonly string[]): number[] {
  const places: number[] = [];
  if (run.length === 0) return places;
  for (let place = 0; place + run.length <= among.length; place++) {
    if (run.every((word, offset) => among[place + offset] === word)) places.push(place);
  }
  return places;
}
