import { describe, expect, it } from 'vitest';
import { GUARANTEES } from './attack.ts';
import { chooseAttacks } from './choose-attacks.ts';
import { readAttack, readAttacks } from './read-attacks.ts';

describe('the hostile agents', () => {
  const attacks = readAttacks();

  it('hostile agents attack every promise, most of them more than once', () => {
    expect(new Set(attacks.map(({ promise }) => promise))).toEqual(new Set(Object.keys(GUARANTEES)));
    expect(attacks.length).toBeGreaterThan(100);
  });

  it('hostile agents each describe themselves in a different text', () => {
    expect(new Set(attacks.map(({ title }) => title)).size).toBe(attacks.length);
  });

  it('many hostile agents are harmless without isolation, and serve as controls', () => {
    expect(attacks.filter(({ control }) => control).length).toBeGreaterThan(12);
  });

  it('finds hostile agents by name and by promise', () => {
    expect(chooseAttacks(attacks, 'fork-bomb').map(({ name }) => name)).toEqual(['fork_bomb']);
    expect(chooseAttacks(attacks, 'host-files').length).toBeGreaterThan(3);
    expect(() => chooseAttacks(attacks, 'bomb')).toThrow('There is no attack "bomb"');
  });
});

describe('the header of an agent', () => {
  const read = (text: string) => readAttack('example', Buffer.from(text));

  it('the header of a hostile agent states the expected outcomes', () => {
    expect(
      read('"""attack: sleep\npromise: wall-clock\nendings: out of time, crashed\n\nWhy: because.\n"""\n'),
    ).toMatchObject({
      title: 'sleep',
      promise: 'wall-clock',
      endings: ['out of time', 'crashed'],
      answer: 'report',
      runs: 'once',
      alone: false,
    });
  });

  it('rejects a hostile agent with an unknown header', () => {
    for (const text of [
      'import os\n',
      '"""attack: x\npromise: happiness\n"""',
      '"""attack: x\npromise: cpu\nendings: victory\n"""',
      '"""attack: x\npromise: cpu\nspeed: high\n"""',
    ]) {
      expect(() => read(text)).toThrow('header of example');
    }
  });
});
