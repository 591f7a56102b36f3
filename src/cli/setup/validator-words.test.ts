import { describe, expect, it } from 'vitest';
import { parseArenaConfig } from '../../server/start.ts';
import { validatorRunCommand } from '../commands/validator/run.ts';
import { validatorWords } from './validator-words.ts';

const HASH = `0x${'ab'.repeat(32)}`;

/** The options that a local validator of this arena gets, as its command parses them. */
function optionsFor(config: object, more: object = {}) {
  const words = validatorWords(
    {
      folder: 'data/arena',
      url: 'http://127.0.0.1:8788',
      config: parseArenaConfig(config),
      log: { logLevel: 'info' },
      workers: 2,
      wallets: '/wallets',
      ...more,
    },
    'validator-1',
  );
  expect(words.slice(0, 2)).toEqual(['validator', 'run']);
  const command = validatorRunCommand();
  command.exitOverride().parseOptions([...words.slice(2)]);
  expect(command.args).toEqual([]);
  return command.opts();
}

describe('local validators', () => {
  it('a local validator is told the arena, its wallet, market and folder', () => {
    expect(optionsFor({ simulated: true })).toMatchObject({
      wallets: '/wallets',
      wallet: 'validator-1',
      arenaUrl: 'http://127.0.0.1:8788',
      market: 'data/arena/market',
      data: 'data/arena/validators/validator-1',
      workers: 2,
      logLevel: 'info',
    });
    expect(optionsFor({ simulated: true })).not.toHaveProperty('model');
    expect(optionsFor({ simulated: true })).not.toHaveProperty('chain');
  });

  it('a local validator sets weights on the chain of the arena', () => {
    const endpoints = ['wss://one.example.org', 'wss://two.example.org'];
    const chain = { kind: 'subtensor', netuid: 7, endpoints, genesisHash: HASH };
    expect(optionsFor({ chain, preset: 'chutes' })).toMatchObject({
      chain: endpoints.join(','),
      netuid: 7,
      genesisHash: HASH,
    });
  });

  it('a local validator runs the local model of the arena, and no model that contestants pay for', () => {
    expect(optionsFor({ preset: 'local' })).toMatchObject({ model: 'local/assay-135m' });
    expect(optionsFor({ models: ['some/model', 'local/tiny'] })).toMatchObject({ model: 'local/tiny' });
    expect(optionsFor({ preset: 'openrouter' })).not.toHaveProperty('model');
  });

  it('a local validator uses the market and the log of the server', () => {
    const more = { market: '/markets/big', log: { logLevel: 'warn', logFormat: 'json' } };
    expect(optionsFor({}, more)).toMatchObject({ market: '/markets/big', logLevel: 'warn', logFormat: 'json' });
  });
});
