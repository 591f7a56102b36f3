import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { composeQuestions } from '../testing/compose-questions.ts';
import { measureLeakGuard, type Paraphrase, type Stated } from '../testing/measure-leak-guard.ts';
import { wordSimilarity } from './word-similarity.ts';

/**
 * Paraphrases and look-alikes of our requests, three sets written by hand without knowledge of the guard. The weights were
 * fitted to them. Half of the third set is not in this repository, so that the guard cannot be tuned on it.
 */
function read<Line>(file: string): Line[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('the leak guard by words alone', () => {
  it('word similarity catches independently written paraphrases and leaves look-alikes apart', () => {
    const strangers = Array.from(composeQuestions(9).take(400), ({ question }) => question);
    const haystack = [...read<Stated>('./paraphrase-origins.jsonl'), ...strangers];
    const result = measureLeakGuard(haystack, read<Paraphrase>('./paraphrases.jsonl'), wordSimilarity);
    expect(result.paraphrases).toBe(198);
    expect(result.lookAlikes).toBe(163);
    expect(result.caught).toBeGreaterThanOrEqual(179);
    expect(result.joined).toBeLessThanOrEqual(2);
    expect(result.strangers).toBeLessThanOrEqual(6);
  });

  it('a paraphrase does not hide behind a copy of itself', () => {
    const origins = read<Stated>('./paraphrase-origins.jsonl');
    // Only one per origin, because two would be rivals of each other.
    const all = read<Paraphrase>('./paraphrases.jsonl').filter(({ origin }) => typeof origin === 'string');
    const single = [...new Map(all.map((each) => [String(each.origin), each])).values()];
    const copies = single.map((each) => ({ ...each, text: `Hello there. ${each.text} Thanks a lot, Maria.` }));
    const alone = measureLeakGuard(origins, single, wordSimilarity).caught;
    expect(alone).toBeGreaterThan(0.8 * single.length);
    expect(measureLeakGuard(origins, [...single, ...copies], wordSimilarity).caught).toBeGreaterThanOrEqual(
      2 * alone - 4,
    );
  });
});
