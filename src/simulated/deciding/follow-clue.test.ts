import { describe, expect, it } from 'vitest';
import { type Article, Encyclopaedia } from '../../market/encyclopaedia.ts';
import { type Clue, makerClue, seriesClue } from '../../problems/synthesis/draw-clue.ts';
import { Random } from '../../random/random.ts';
import { followClue } from './follow-clue.ts';

const encyclopaedia = new Encyclopaedia(20_000, 7);
const { makers, series } = encyclopaedia.world;

/** The name that two lookups lead to; `undefined` if they lead to none. */
function lookUp({ sentence }: Clue, about: 'maker' | 'series'): string | undefined {
  const articles: Article[] = [];
  for (let lookup = 0; lookup <= 2; lookup++) {
    const answer = followClue({ about, text: sentence }, articles);
    if ('name' in answer) return answer.name;
    articles.push(...encyclopaedia.search(answer.question));
  }
  return undefined;
}

function shareFound(clues: readonly (Clue | undefined)[], about: 'maker' | 'series'): number {
  const drawn = clues.filter((clue) => clue !== undefined);
  expect(drawn.length).toBeGreaterThan(100);
  return drawn.filter((clue) => lookUp(clue, about) === clue.keyword).length / drawn.length;
}

describe('following clues through the encyclopaedia', () => {
  it('finds nearly every maker, also through the article of a person or a town', () => {
    const clues = makers.slice(0, 300).map((maker, place) => makerClue(new Random(place), encyclopaedia, maker));
    expect(clues.filter((clue) => clue?.lookups.length === 2).length).toBeGreaterThan(20);
    expect(shareFound(clues, 'maker')).toBeGreaterThan(0.95);
  });

  it('finds nearly every series', () => {
    const clues = series.slice(0, 300).map((each, place) => seriesClue(new Random(place), encyclopaedia, each));
    expect(shareFound(clues, 'series')).toBeGreaterThan(0.95);
  });

  it('does not name a maker that only shares the town', () => {
    const [maker] = makers;
    const text = `A company from ${maker!.town.name} began with one product in 1999: an umbrella stand.`;
    const other = { title: 'Other', text: `Other is a company from ${maker!.town.name}. It began in 2004.` };
    expect(followClue({ about: 'maker', text }, [other])).toEqual({ question: text });
  });
});
