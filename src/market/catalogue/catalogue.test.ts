import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';

describe('the catalogue', () => {
  it('the catalogue has at least sixty distinct leaves', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CATALOGUE.map((leaf) => leaf.path.join(' > '))).size).toBe(CATALOGUE.length);
    expect(new Set(CATALOGUE.map((leaf) => JSON.stringify(leaf.attributes))).size).toBe(CATALOGUE.length);
    expect(new Set(CATALOGUE.map((leaf) => JSON.stringify(leaf.skuAxes))).size).toBe(CATALOGUE.length);
  });

  it.each(CATALOGUE.map((leaf) => [leaf.path.join(' > '), leaf] as const))(
    'the catalogue entry %s is complete',
    (_, leaf) => {
      expect(leaf.nouns.length).toBeGreaterThanOrEqual(3);
      expect(leaf.brands.length).toBeGreaterThanOrEqual(6);
      expect(leaf.features.length).toBeGreaterThanOrEqual(8);
      expect(leaf.uses.length).toBeGreaterThanOrEqual(5);
      expect(Object.keys(leaf.attributes).length).toBeGreaterThanOrEqual(4);
      expect(Object.keys(leaf.skuAxes).length).toBeGreaterThanOrEqual(1);
      expect(leaf.price.median).toBeGreaterThan(0);
      for (const values of [...Object.values(leaf.attributes), ...Object.values(leaf.skuAxes)]) {
        expect(values.length).toBeGreaterThanOrEqual(3);
        expect(new Set(values).size).toBe(values.length);
        for (const value of values) expect(value).toBe(value.toLowerCase());
      }
      for (const phrase of [leaf.nouns, leaf.brands, leaf.features, leaf.uses].flat()) expect(phrase).not.toBe('');
      for (const axis of Object.keys(leaf.skuAxes)) expect(leaf.attributes).not.toHaveProperty(axis);
    },
  );
});
