import { describe, expect, it } from 'vitest';
import { aliasNames, offeredModel, parseModelAlias, requireOffered } from './model-alias.ts';

const OFFERED = ['house/adept', 'house/expert'];

describe('offeredModel', () => {
  const aliases = ['Qwen/*=house/expert', 'a/*-TEE*=house/adept', 'exact/name=house/adept', '*=house/adept'].map(
    parseModelAlias,
  );

  it.each([
    ['Qwen/Qwen3-32B-TEE', 'house/expert'],
    ['qwen/qwen3-32b', 'house/expert'],
    ['a/x-TEE', 'house/adept'],
    ['house/adept', 'house/adept'],
    ['other', 'house/adept'],
  ])('the model name %s is answered by %s', (name, model) => {
    expect(offeredModel(name, OFFERED, aliases)).toBe(model);
  });

  it('an unknown model name matches no alias', () => {
    expect(offeredModel('Qwen/x', OFFERED)).toBeUndefined();
    expect(offeredModel('xQwen/y', OFFERED, aliases.slice(0, 3))).toBeUndefined();
    expect(offeredModel('exact/name2', OFFERED, aliases.slice(0, 3))).toBeUndefined();
    expect(offeredModel('ab', OFFERED, [parseModelAlias('ab*ab=house/adept')])).toBeUndefined();
  });
});

describe('aliases', () => {
  it.each(['Qwen/*', '=house/adept', 'Qwen/*=', ''])('rejects the alias %j', (text) => {
    expect(() => parseModelAlias(text)).toThrow(/is not an alias/);
  });

  it('an alias must lead to an offered model', () => {
    expect(() => requireOffered([parseModelAlias('a=b')], OFFERED)).toThrow(/not offered/);
    expect(() => requireOffered([parseModelAlias('a=house/adept')], OFFERED)).not.toThrow();
  });

  it('lists aliases that are complete names', () => {
    expect(aliasNames([parseModelAlias('Qwen/*=b'), parseModelAlias('c/d=b')])).toEqual(['c/d']);
  });
});
