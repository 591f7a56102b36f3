import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { SampleContest } from '../testing/sample-contest.ts';

/** With fewer problems there are no probes. */
const PROBLEMS = 7;
/** Maximum gain for a program that decides everything and adds a talking model. */
const MOST_GAIN = 1.05;

let contest: SampleContest;
beforeAll(async () => {
  contest = await SampleContest.open({ problems: PROBLEMS, queue: { leaseSeconds: 30 } });
  await contest.register('one');
});
afterEach(() => contest.tidy());
afterAll(() => contest.close());

function sourceOf(agent: string): string {
  return readFileSync(new URL(`../../../agents/${agent}`, import.meta.url), 'utf8');
}

function replaced(source: string, from: string, to: string): string {
  expect(source.split(from)).toHaveLength(2);
  return source.replace(from, to);
}

/** The fixed loop without its model. */
function silentLoop(): string {
  const ask = 'thought = assay.chat(messages, temperature=0, max_tokens=200).content.strip()';
  return replaced(sourceOf('narrated_loop.py'), ask, 'thought = ""');
}

/** The script without a model, with one completion added about its choice. */
function talkingScript(): string {
  const recommend = '    act(dialogue, "Best match per item.", ("recommend_product", {"product_ids": ids}))';
  const others = '[candidate.card for candidates in rated for candidate in candidates[:3]]';
  return replaced(
    sourceOf('no_model.py'),
    recommend,
    `    prompt = (
        "You write the thoughts of a shopping assistant, one to three sentences: name concrete products and prices, "
        "compare the candidates, say why it takes " + ids
    )
    report = f"Customer: {query}\\n\\nThe assistant compares the candidates and takes {ids}. Results:\\n{${others}}"
    messages = [{"role": "system", "content": prompt}, {"role": "user", "content": report}]
    act(dialogue, assay.chat(messages, temperature=0).content, ("recommend_product", {"product_ids": ids}))`,
  );
}

/** Score of a run of the agent, and the judge's grades per problem before the cap. */
async function evaluated(name: string, source: string) {
  const version = await contest.submit(name, source);
  const validator = await contest.validator('one', { once: true });
  validator.start();
  await validator.ended;
  const [run] = await contest.runsOf(version);
  const grades = (await contest.resultsOf(run!.run_id)).map(({ reasoning_score }) => reasoning_score);
  return { score: run!.score!, components: run!.score_components!, grades };
}

describe('narration', () => {
  it.each([
    ['a fixed loop', silentLoop, () => sourceOf('narrated_loop.py')],
    ['a script', () => sourceOf('no_model.py'), talkingScript],
  ])(
    'narration earns next to nothing for %s that decides everything itself',
    { timeout: scaled(180_000) },
    async (name, ...pair) => {
      const [silent, narrated] = [await evaluated(`silent ${name}`, pair[0]()), await evaluated(name, pair[1]())];
      // The same program has the same success; with no success there would be nothing to compare.
      expect(silent.score).toBeGreaterThan(0);
      expect(narrated.components.success_rate).toBe(silent.components.success_rate);
      // The judge alone would reward it.
      expect(Math.max(...narrated.grades.map(Number))).toBeGreaterThan(0.1);
      expect(narrated.score / silent.score).toBeLessThanOrEqual(MOST_GAIN);
    },
  );
});
