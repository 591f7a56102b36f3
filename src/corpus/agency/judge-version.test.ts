import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { readCompletions } from '../trajectory/completion.ts';
import { type AttemptProfile, profileAttempt } from './attempt-profile.ts';
import { judgeAgency } from './judge-agency.ts';
import { judgeVersion } from './judge-version.ts';

const THINGS = ['red lamp', 'oak chair', 'steel table', 'blue sofa', 'wool carpet', 'glass vase'];

/** Attempts of one version at several problems; what it tells its model is made from the search it has decided on. */
function profiles(tell: (q: string) => string, slips = (_: number) => false): AttemptProfile[] {
  return THINGS.map((q, place) => {
    const query = `Please find me a good ${q} soon`;
    const messages = [
      { role: 'system', content: 'You are a shopping assistant. Do your best with the tools you have.' },
      { role: 'user', content: query },
      { role: 'user', content: tell(q) },
    ];
    const said = slips(place) ? { content: 'I would rather not.' } : calling(['find_product', { q }]);
    const { calls } = new SampleConversation().ask(messages, said).search({ q });
    const completions = readCompletions(calls);
    const judged = judgeAgency({ calls, completions, query, recommended: null });
    return profileAttempt(judged, completions, query);
  });
}

describe('an agent version', () => {
  it('depends on its model when its prompts hold nothing but template, problem and results', () => {
    expect(judgeVersion(profiles(() => 'Think, then call a tool.'))).toMatchObject({
      verdict: 'depends on the model',
      hiddenShare: 0,
      overrides: 0,
    });
  });

  it('does not when each problem’s prompt holds a text that nothing explains', () => {
    const cipher = (q: string) => q.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
    const judged = judgeVersion(profiles((q) => `Decipher, then call: ${cipher(q)} ${cipher('find_product')}`));
    expect(judged).toMatchObject({ verdict: 'independent of the model', overrides: 0 });
    expect(judged.hiddenShare).toBeGreaterThan(0.6);
  });

  it('does not when it goes its way whatever the model says', () => {
    const judged = judgeVersion(
      profiles(
        () => 'Do the next step.',
        (place) => place % 2 === 0,
      ),
    );
    expect(judged).toMatchObject({ verdict: 'independent of the model', overrides: 3, occasions: 3 });
  });

  it('does not when it recommends something else than its model, though once they agree', () => {
    const attempts = THINGS.map((q, place) => {
      const query = `Please find me a good ${q} soon`;
      const { calls } = new SampleConversation()
        .ask([{ role: 'user', content: query }], calling(['find_product', { q }]))
        .search({ q })
        .ask([{ role: 'user', content: query }], calling(['recommend_product', { product_ids: '1000000001' }]));
      const completions = readCompletions(calls);
      const recommended = [place === 0 ? '1000000001' : '1000000002'];
      return profileAttempt(judgeAgency({ calls, completions, query, recommended }), completions, query);
    });
    expect(judgeVersion(attempts)).toMatchObject({
      verdict: 'independent of the model',
      recommendations: 6,
      recommendationsOverridden: 5,
    });
  });

  it('is not judged by a handful of attempts', () => {
    expect(judgeVersion(profiles(() => 'x').slice(0, 4)).verdict).toBe('too few attempts');
    expect(judgeVersion([]).verdict).toBe('too few attempts');
  });
});
