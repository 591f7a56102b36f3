import { describe, expect, it } from 'vitest';
import { openModels } from '../open-models.ts';
import { modelsForClaim } from './models-for-claim.ts';

const token = { provider: 'chutes', access_token: 'key', base_url: 'http://127.0.0.1:9/v1', expires_at: '' };
const real = {
  models: ['a', 'b'],
  simulated: false,
  answersAs: { a: ['a-2'] },
  aliases: [{ pattern: 'x/*', model: 'b' }],
  compat: false,
};
const simulated = {
  models: ['house/adept'],
  simulated: true,
  answersAs: {},
  aliases: [{ pattern: 'x/*', model: 'house/adept' }],
  compat: false,
};
const unpaid = { inference_token: null };
const paid = { inference_token: token };

const house = await openModels({ simulated: true, apiKeyEnv: 'ASSAY_NO_KEY' });

describe('modelsForClaim', () => {
  it('requests the arena’s models from the contestant’s provider, and no simulated one', () => {
    expect(modelsForClaim(paid, {}, real)).toMatchObject({
      model: 'a',
      simulated: false,
      allowedModels: ['a', 'b'],
      answersAs: { a: ['a-2'] },
      aliases: [{ pattern: 'x/*', model: 'b' }],
      credential: { owner: 'contestant', apiKey: 'key' },
    });
  });

  it('ignores a key in an arena of simulated models', () => {
    const models = modelsForClaim(paid, { models: house }, simulated);
    expect(models).toMatchObject({
      model: 'house/adept',
      simulated: true,
      aliases: [{ pattern: 'x/*' }],
      credential: { owner: 'platform' },
    });
    expect(models.credential).not.toHaveProperty('apiKey');
  });

  it('a contestant that does not pay where it must fails by its own fault', () => {
    const removed = { ...unpaid, provider_missing: 'removed' } as const;
    const required = { ...unpaid, provider_missing: 'required' } as const;
    const own = { ...house, simulated: false, allowedModels: ['a'] };
    const refused = expect.objectContaining({ code: 'CREDENTIAL_REFUSED', owner: 'agent' });
    expect(() => modelsForClaim(removed, {}, real)).toThrow(refused);
    expect(() => modelsForClaim(required, {}, real)).toThrow(refused);
    expect(() => modelsForClaim(required, { models: own }, real)).toThrow(refused);
    expect(modelsForClaim(removed, { models: own }, real)).toMatchObject({ credential: { owner: 'platform' } });
    expect(modelsForClaim(required, { models: house }, simulated)).toMatchObject({ simulated: true });
  });

  it.each([
    [
      'simulated models for an arena of real ones',
      unpaid,
      { models: house },
      real,
      /simulated models, and the arena uses real/,
    ],
    [
      'real models for an arena of simulated ones',
      unpaid,
      { models: { ...house, simulated: false } },
      simulated,
      /real models/,
    ],
    [
      'a model that the arena does not list',
      unpaid,
      { models: { ...house, simulated: false, allowedModels: ['c'] } },
      real,
      /c is not among the models of this arena: a, b/,
    ],
    ['a contestant without a provider and a validator without models', unpaid, {}, real, /not connected a provider/],
    ['an arena without models', paid, {}, { ...real, models: [] }, /lists no model/],
  ] as const)('rejects a claim with unsuitable models: %s', (_, claim, examination, arena, message) => {
    const run = () => modelsForClaim(claim, examination, arena);
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ code: 'MODELS_UNSUITABLE', owner: 'validator' }));
  });
});
