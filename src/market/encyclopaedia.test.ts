import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { Encyclopaedia, encyclopaediaOf, MAX_ARTICLES } from './encyclopaedia.ts';
import { Marketplace } from './marketplace.ts';

const encyclopaedia = new Encyclopaedia(2000, 7);

describe('the encyclopaedia of a market', () => {
  it('has one article for each maker, series, person and town, no two of one title', () => {
    const { towns, makers, series } = encyclopaedia.world;
    const brands = new Set(CATALOGUE.flatMap(({ brands }) => brands));
    expect(makers.map(({ name }) => name).toSorted()).toEqual([...brands].toSorted());
    expect(series.length).toBeGreaterThan(50);
    const titles = encyclopaedia.articles.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBe(2 * makers.length + 2 * series.length + towns.length);
  });

  it('is the same for the same market and another for another seed', () => {
    expect(new Encyclopaedia(2000, 7).articles).toEqual(encyclopaedia.articles);
    expect(new Encyclopaedia(2000, 8).articles).not.toEqual(encyclopaedia.articles);
  });

  it('tells of series that listings of the market name', () => {
    const text = Array.from(new Marketplace(2000, 7), ({ title, description }) =>
      `${title} ${description}`.toLowerCase(),
    );
    const { series } = encyclopaedia.world;
    const named = series.filter(({ name }) => text.some((each) => each.includes(name.toLowerCase())));
    expect(named.length).toBeGreaterThan(series.length * 0.9);
  });

  it('finds a maker by its founder, best first', () => {
    for (const { name, founder } of encyclopaedia.world.makers.slice(0, 40)) {
      const titles = encyclopaedia.search(`company founded by ${founder.name}`).map(({ title }) => title);
      expect(titles.length).toBeLessThanOrEqual(MAX_ARTICLES);
      expect(titles).toContain(name);
    }
    const [first] = encyclopaedia.search(encyclopaedia.world.towns[3]!.river);
    expect(first!.title).toBe(encyclopaedia.world.towns[3]!.name);
  });

  it('does not say in the article of a founder what was founded', () => {
    const byTitle = new Map(encyclopaedia.articles.map(({ title, text }) => [title, text]));
    for (const { name, founder } of encyclopaedia.world.makers) expect(byTitle.get(founder.name)).not.toContain(name);
  });

  it('finds nothing for words it does not know', () => {
    expect(encyclopaedia.search('')).toEqual([]);
    expect(encyclopaedia.search('zzyzx')).toEqual([]);
  });

  it('exists for generated markets only', () => {
    expect(encyclopaediaOf({ products: 10, source: { kind: 'import', file: 'x' } })).toBeUndefined();
  });
});
