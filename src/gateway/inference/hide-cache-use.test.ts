import { describe, expect, it } from 'vitest';
import { hideCacheUse } from './hide-cache-use.ts';

describe('cache use in answers', () => {
  it('the counts of every provider become 0, and nothing else changes', () => {
    const said = 'The field "cached_tokens": 7 and \\"cache_n\\": 8';
    const answer = (count: number) => ({
      choices: [{ message: { role: 'assistant', content: said } }],
      usage: {
        prompt_tokens: 1024,
        prompt_tokens_details: { cached_tokens: count, cache_write_tokens: count },
        prompt_cache_hit_tokens: count,
        prompt_cache_miss_tokens: count,
        cache_discount: count / 1e9,
      },
      timings: { cache_n: count, prompt_n: count, predicted_n: 12 },
    });
    expect(JSON.parse(hideCacheUse(JSON.stringify(answer(896))))).toEqual(answer(0));
    expect(JSON.parse(hideCacheUse(JSON.stringify(answer(896), null, 2)))).toEqual(answer(0));
  });

  it('a body that is not JSON stays as it is', () => expect(hideCacheUse('Bad gateway')).toBe('Bad gateway'));
});
