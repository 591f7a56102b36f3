import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../chat/schema.ts';
import type { AnswerChange, ChatAnswer, Inference } from '../../inference/inference.ts';
import { applyChange, undone } from './apply-change.ts';
import { type ProbePlan, Prober } from './prober.ts';

const QUERY = 'I want a brass desk lamp under 500';
const VOCABULARY = ['vase', 'sofa', 'carpet', 'shelf', 'mirror', 'curtain', 'blanket', 'pillow'];

const asking = (content: string): ChatRequest => ({ model: 'm', messages: [{ role: 'user', content }] });

/** A model that returns these texts in turn and then repeats the last one. */
function saying(...texts: readonly string[]): Inference {
  let turn = 0;
  return {
    chat: async () => {
      const content = texts[Math.min(turn++, texts.length - 1)]!;
      return answer(200, JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    },
    models: async () => ['m'],
  };
}

function answer(status: number, body: string): ChatAnswer {
  return { status, body, usage: null, answeredBy: { model: 'm', endpoint: 'simulated', simulated: true } };
}

function prober(seed: number): Prober {
  const plan: ProbePlan = { seed, vocabulary: VOCABULARY };
  return new Prober(plan, QUERY);
}

const contentOf = ({ body }: ChatAnswer): string => JSON.parse(body).choices[0].message.content;

/** Tries seeds until the prober makes a change of this kind. */
async function changing(kind: AnswerChange['kind'], said: string, shown: readonly string[] = []) {
  for (let seed = 0; seed < 50; seed++) {
    const made = prober(seed);
    made.observe(results(...shown));
    const inference = made.over(saying(said));
    const first = await inference.chat(asking('Go on.'));
    if (first.changed?.kind === kind) return { made, inference, first };
  }
  throw new Error('no seed makes such a change');
}

const results = (...ids: readonly string[]) => ({
  kind: 'search' as const,
  status: 200,
  response: ids.map((product_id) => ({ product_id, title: `Lamp ${product_id}` })),
});

const titled = (place: string) => ({ product_id: `20000000${place}0`, title: `Lamp 100000000${place} of brass` });

describe('a probed model', () => {
  it('records a changed model answer so that it can be undone', async () => {
    const said = 'SEARCH: brass desk lamp';
    const { first } = await changing('word', said);
    const { from, to } = first.changed!;
    expect(contentOf(first)).toBe(said.replace(from, to));
    expect(VOCABULARY).toContain(to);
    const back = applyChange(JSON.parse(first.body), undone(first.changed!));
    expect(JSON.stringify(back)).toBe((await saying(said).chat(asking(''))).body);
  });

  it('makes the same change for the same prompt, so that majority votes still work', async () => {
    const { made, first } = await changing('word', 'SEARCH: brass desk lamp');
    const { from, to } = first.changed!;
    const voters = made.over(saying(`I vote for ${from}.`, 'Neither.', `${from} or ${to}`));
    expect(contentOf(await voters.chat(asking('Go on.')))).toBe(`I vote for ${to}.`);
    const abstaining = await voters.chat(asking('Go on.'));
    expect(contentOf(abstaining)).toBe('Neither.');
    expect(abstaining).not.toHaveProperty('changed');
    const both = await voters.chat(asking('Go on.'));
    expect(contentOf(both)).toBe(`${from} or ${to}`);
    expect(both).not.toHaveProperty('changed');
  });

  it('makes the same changes with the same seed and others with another seed', async () => {
    const changes = async (seed: number) => {
      const inference = prober(seed).over(saying('SEARCH: brass desk lamp', '{"q":"brass floor lamp","max":500}'));
      return [await inference.chat(asking('a')), await inference.chat(asking('b'))].map(({ changed }) => changed);
    };
    expect(await changes(5)).toEqual(await changes(5));
    const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => changes(seed)));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBeGreaterThan(5);
  });

  it('changes a product only after results have shown products', async () => {
    const said = '{"product_ids":"1000000001"}';
    const { first } = await changing('product', said, ['1000000001', '1000000002']);
    expect(contentOf(first)).toBe('{"product_ids":"1000000002"}');
    for (const call of [
      { ...results('1000000001', '1000000002'), status: 500 },
      { ...results('1000000001', '1000000002'), kind: 'inference' as const },
      results(),
    ]) {
      for (let seed = 0; seed < 10; seed++) {
        const made = prober(seed);
        made.observe(call);
        expect(contentOf(await made.over(saying(said)).chat(asking('x')))).toBe(said);
      }
    }
  });

  it('makes the same change of a title for the same prompt, and records it so that it can be undone', async () => {
    const said = 'FINAL: Lamp 1000000001 of brass';
    const list = { kind: 'search' as const, status: 200, response: ['1', '2'].map(titled) };
    const made = Array.from({ length: 20 }, (_, seed) => prober(seed));
    for (const each of made) each.observe(list);
    const answers = await Promise.all(
      made.map(async (each) => {
        const inference = each.over(saying(said, said, 'The lamp.'));
        return [
          await inference.chat(asking('x')),
          await inference.chat(asking('x')),
          await inference.chat(asking('x')),
        ];
      }),
    );
    const changed = answers.filter(([first]) => first!.changed?.kind === 'title');
    expect(changed.length).toBeGreaterThan(5);
    for (const [first, second, other] of changed) {
      expect(contentOf(first!)).toBe('FINAL: Lamp 1000000002 of brass');
      expect(second).toEqual(first);
      expect(contentOf(other!)).toBe('The lamp.');
      const back = applyChange(JSON.parse(first!.body), undone(first!.changed!));
      expect(JSON.stringify(back)).toBe((await saying(said).chat(asking(''))).body);
    }
  });

  it('limits the number of changes per attempt by kind', async () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 30; seed++) {
      const made = prober(seed);
      made.observe(results('1000000001', '1000000002', '1000000003'));
      const inference = made.over(
        saying('{"q":"brass desk lamp","price":"100-500"}', '{"q":"brass lamp","page":1}', '{"id":"1000000001"}'),
      );
      const kinds: string[] = [];
      for (let turn = 0; turn < 30; turn++) {
        const { changed } = await inference.chat(asking(`turn ${turn}`));
        if (changed !== undefined) kinds.push(changed.kind);
      }
      for (const [kind, made] of Map.groupBy(kinds, (each) => each))
        counts.set(kind, Math.max(counts.get(kind) ?? 0, made.length));
    }
    expect(Object.fromEntries(counts)).toEqual({ word: expect.any(Number), bound: 1, page: 1, product: 8 });
    expect(counts.get('word')).toBeLessThanOrEqual(2);
  });

  it('does not change failed model calls and answers that a program could not act on', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const silent = await prober(seed).over(saying('OK')).chat(asking('x'));
      expect(silent).toEqual(await saying('OK').chat(asking('x')));
      for (const odd of [answer(429, '{"error":"lamp"}'), answer(200, 'SEARCH: lamp'), answer(200, '{"choices":7}')]) {
        const inference = { ...saying(''), chat: async () => odd };
        expect(await prober(seed).over(inference).chat(asking('x'))).toBe(odd);
      }
    }
    expect(await prober(1).over(saying('')).models()).toEqual(['m']);
  });
});
