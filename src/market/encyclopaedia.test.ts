import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { Encyclopaedia, encyclopaediaOf, MAX_ARTICLES } from './encyclopaedia.ts';
import { Marketplace } from './marketplace.ts';

const encyclopaedia = new Encyclopaedia(2000, 7);

describe('the encyclopaedia of a market', () => {
  it('the encyclopaedia has one article for each maker, series, person and town, with unique titles', () => {
    const { towns, makers, series } = encyclopaedia.world;
    const brands = new Set(CATALOGUE.flatMap(({ brands }) => brands));
    expect(makers.map(({ name }) => name).toSorted()).toEqual([...brands].toSorted());
    expect(series.length).toBeGreaterThan(50);
    const titles = encyclopaedia.articles.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBe(2 * makers.length + 2 * series.length + towns.length);
  });

  it('the encyclopaedia is the same for the same market and differs for another seed', () => {
    expect(new Encyclopaedia(2000, 7).articles).toEqual(encyclopaedia.articles);
    expect(new Encyclopaedia(2000, 8).articles).not.toEqual(encyclopaedia.articles);
  });

  it('articles describe series that listings of the market name', () => {
    const text = Array.from(new Marketplace(2000, 7), ({ title, description }) =>
      `${title} ${description}`.toLowerCase(),
    );
    const { series } = encyclopaedia.world;
    const named = series.filter(({ name }) => text.some((each) => each.includes(name.toLowerCase())));
    expect(named.length).toBeGreaterThan(series.length * 0.9);
  });

  it('finds the article of a maker by its founder, best first', () => {
    for (const { name, founder } of encyclopaedia.world.makers.slice(0, 40)) {
      const titles = encyclopaedia.search(`company founded by ${founder.name}`).map(({ title }) => title);
      expect(titles.length).toBeLessThanOrEqual(MAX_ARTICLES);
      expect(titles).toContain(name);
    }
    const [first] = encyclopaedia.search(encyclopaedia.world.towns[3]!.river);
    expect(first!.title).toBe(encyclopaedia.world.towns[3]!.name);
  });

  it('the article of a founder does not name what was founded', () => {
    const byTitle = new Map(encyclopaedia.articles.map(({ title, text }) => [title, text]));
    for (const { name, founder } of encyclopaedia.world.makers) expect(byTitle.get(founder.name)).not.toContain(name);
  });

  it('finds no article for unknown words', () => {
    expect(encyclopaedia.search('')).toEqual([]);
    expect(encyclopaedia.search('zzyzx')).toEqual([]);
  });

  it('only generated markets have an encyclopaedia', () => {
    expect(encyclopaediaOf({ products: 10, source: { kind: 'import', file: 'x' } })).toBeUndefined();
  });
});
