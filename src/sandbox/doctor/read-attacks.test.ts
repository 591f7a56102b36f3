import { describe, expect, it } from 'vitest';
import { PROMISES } from './attack.ts';
import { chooseAttacks } from './choose-attacks.ts';
import { readAttack, readAttacks } from './read-attacks.ts';

describe('the hostile agents', () => {
  const attacks = readAttacks();

  it('attack every promise, most of them more than once', () => {
    expect(new Set(attacks.map(({ promise }) => promise))).toEqual(new Set(Object.keys(PROMISES)));
    expect(attacks.length).toBeGreaterThan(100);
  });

  it('each say what they do in their own words', () => {
    expect(new Set(attacks.map(({ title }) => title)).size).toBe(attacks.length);
  });

  it('include many that are harmless without isolation and must then be seen to get through', () => {
    expect(attacks.filter(({ control }) => control).length).toBeGreaterThan(12);
  });

  it('are found by name and by promise', () => {
    expect(chooseAttacks(attacks, 'fork-bomb').map(({ name }) => name)).toEqual(['fork_bomb']);
    expect(chooseAttacks(attacks, 'host-files').length).toBeGreaterThan(3);
    expect(() => chooseAttacks(attacks, 'bomb')).toThrow('There is no attack "bomb"');
  });
});

describe('the header of an agent', () => {
  const read = (text: string) => readAttack('example', Buffer.from(text));

  it('says what may come of it', () => {
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

  it('is refused when it says something nobody understands', () => {
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
