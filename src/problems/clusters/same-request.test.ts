import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { composeQuestions } from '../testing/compose-questions.ts';
import { foldTypos } from './fold-typos.ts';
import { plainWords } from './plain-words.ts';
import { readOneRequest } from './request-text.ts';
import { requestKey } from './same-request.ts';

describe('reading a request', () => {
  it('replaces the phrases of our language by plain words', () => {
    const { words, phrases } = readOneRequest('We are after something that sucks up dust around the house, please.');
    expect(plainWords(words, phrases).join(' ')).toMatch(/^we are after .*vacuum.* please$/);
    expect(readOneRequest('looking for a stainless blender').phrases).toEqual([]);
  });

  it('gives one request in other words the same key, and every other request another key', () => {
    const composed = [...composeQuestions(4).take(300)];
    const keys = composed.map(({ question }) => requestKey(readOneRequest(question.query)));
    const again = composed.map(({ sayAgain }, place) => requestKey(readOneRequest(sayAgain(new Random(1, place)))));
    const known = keys.filter((key) => key !== undefined);
    expect(new Set(known).size).toBe(known.length);
    const same = keys.filter((key, place) => key !== undefined && key === again[place]);
    expect(same.length / known.length).toBeGreaterThan(0.95);
  });
});

describe('foldTypos', () => {
  it('replaces a rare word by the frequent one it is a typo of', () => {
    const right = ['penlight', 'with', 'flashlight'];
    const texts = [right, right, right, ['pnelight', 'wiht', 'flashlihgt', 'kordilyo']];
    expect(foldTypos(texts, new Map()).at(-1)).toEqual(['penlight', 'with', 'flashlight', 'kordilyo']);
  });
});
