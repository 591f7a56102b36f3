import { describe, expect, it } from 'vitest';
import { parseArenaConfig } from './arena-config.ts';
import { inferenceOffer, providersOf } from './inference-offer.ts';

const ids = (config: object) => inferenceOffer(parseArenaConfig(config)).models.map(({ id }) => id);

describe('inferenceOffer', () => {
  it('offers simulated models only if the operator says so, and then no others', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ simulated: true })).toEqual(['house/novice', 'house/adept', 'house/expert']);
    expect(inferenceOffer(parseArenaConfig({ simulated: true })).simulated).toBe(true);
    expect(() => parseArenaConfig({ simulated: true, models: ['a/real-one'] })).toThrow(/simulated/);
    expect(() => parseArenaConfig({ simulated: true, preset: 'openrouter' })).toThrow(/simulated/);
    expect(() => parseArenaConfig({ models: ['house/expert'] })).toThrow(/simulated/);
  });

  it('accepts models as a list of names, or with prices and aliases', () => {
    expect(inferenceOffer(parseArenaConfig({ models: ['a'] })).models).toEqual([
      { id: 'a', promptPrice: null, completionPrice: null, answersAs: [] },
    ]);
    const models = { a: { promptPrice: 0.3, completionPrice: 1.2, answersAs: ['a-v2'] } };
    expect(inferenceOffer(parseArenaConfig({ models })).models).toEqual([{ id: 'a', ...models.a }]);
  });

  it.each(['openrouter', 'chutes', 'local'] as const)('the preset %s has models', (preset) => {
    expect(ids({ preset })).not.toEqual([]);
    expect(ids({ preset, models: ['mine'] })).toEqual(['mine']);
  });

  it('the operator can change a provider of a preset', () => {
    const own = { baseUrl: 'http://127.0.0.1:1/v1', probePath: '/key' };
    const config = parseArenaConfig({ preset: 'openrouter', providers: { openrouter: own } });
    expect(providersOf(config).get('openrouter')).toEqual(own);
    expect(providersOf(parseArenaConfig({ preset: 'chutes' })).get('chutes')?.baseUrl).toContain('chutes');
  });
});
