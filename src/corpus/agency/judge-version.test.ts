import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { readCompletions } from '../trajectory/completion.ts';
import { type AttemptProfile, profileAttempt } from './attempt-profile.ts';
import { judgeAgency } from './judge-agency.ts';
import { judgeVersion } from './judge-version.ts';

const THINGS = ['red lamp', 'oak chair', 'steel table', 'blue sofa', 'wool carpet', 'glass vase'];

/** Attempts of one version at several problems. The prompt is made from the search that the program has decided on. */
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
  it('a version depends on its model when prompts hold only template, problem and results', () => {
    expect(judgeVersion(profiles(() => 'Think, then call a tool.'))).toMatchObject({
      verdict: 'depends on the model',
      hiddenShare: 0,
      overrides: 0,
    });
  });

  it('a version is independent of its model when each prompt holds unexplained text', () => {
    const cipher = (q: string) => q.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
    const judged = judgeVersion(profiles((q) => `Decipher, then call: ${cipher(q)} ${cipher('find_product')}`));
    expect(judged).toMatchObject({ verdict: 'independent of the model', overrides: 0 });
    expect(judged.hiddenShare).toBeGreaterThan(0.6);
  });

  it('a version is independent of its model when it does the same whatever the model says', () => {
    const judged = judgeVersion(
      profiles(
        () => 'Do the next step.',
        (place) => place % 2 === 0,
      ),
    );
    expect(judged).toMatchObject({ verdict: 'independent of the model', overrides: 3, occasions: 3 });
  });

  it('a version is independent of its model when it recommends other products than the model, even if they once agree', () => {
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

  describe('with probes', () => {
    const followed = (followed: boolean) => ({ completion: 1, decision: 'search' as const, followed });
    const [probe] = profiles(() => 'Think, then call a tool.');
    const probes = (yes: number, no: number): AttemptProfile[] => [
      { ...probe!, probe: [...Array(yes).fill(followed(true)), ...Array(no).fill(followed(false))] },
    ];
    const cipher = (q: string) => q.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
    const honest = profiles(() => 'Think, then call a tool.');

    it('with probes, a version depends on its model if its program follows changes, even with few attempts', () => {
      expect(judgeVersion([...honest.slice(0, 2), ...probes(3, 0)])).toMatchObject({
        verdict: 'depends on the model',
        attempts: 2,
        probes: 1,
        follow: { search: { followed: 3, of: 3, decides: 'model' } },
      });
      expect(judgeVersion([...honest.slice(0, 2), ...probes(0, 3)])).toMatchObject({
        verdict: 'independent of the model',
        because: 'its program followed 0 of 3 changed searches',
      });
      expect(judgeVersion([...honest, ...probes(1, 4)]).because).toBe('its program followed 1 of 5 changed searches');
    });

    it('judging a version by probes needs a change that reached a decision', () => {
      expect(judgeVersion([...honest.slice(0, 2), ...probes(0, 0)]).verdict).toBe('too few attempts');
      expect(judgeVersion([...honest.slice(0, 2), ...probes(1, 0)]).verdict).toBe('depends on the model');
    });

    it('with probes, a version is not penalised for odd words in few attempts, nor when only probes are known', () => {
      const odd = profiles((q) => `Decipher, then call: ${cipher(q)} ${cipher('find_product')}`);
      expect(judgeVersion([...odd.slice(0, 3), ...probes(3, 0)]).verdict).toBe('depends on the model');
      expect(judgeVersion([...odd, ...probes(3, 0)]).verdict).toBe('independent of the model');
      expect(judgeVersion(probes(3, 0)).verdict).toBe('depends on the model');
    });

    it('with probes that were followed, weaker signs against a version are ignored', () => {
      const slipping = profiles(
        () => 'Do the next step.',
        (place) => place % 3 === 0,
      ).map((profile) => ({ ...profile, overrides: 3, occasions: 3 }));
      expect(judgeVersion(slipping).because).toMatch(/said something else|no model said/);
      const said = honest.map((profile) => ({ ...profile, overrides: 3, occasions: 3 }));
      expect(judgeVersion(said).verdict).toBe('independent of the model');
      expect(judgeVersion([...said, ...probes(3, 0)]).verdict).toBe('depends on the model');
    });
  });

  it('a version is not judged by a handful of attempts', () => {
    expect(judgeVersion(profiles(() => 'x').slice(0, 4)).verdict).toBe('too few attempts');
    expect(judgeVersion([]).verdict).toBe('too few attempts');
  });
});
