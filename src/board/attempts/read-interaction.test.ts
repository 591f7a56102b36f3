import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeFeedbackSchema } from '../wire/episode-feedback-wire.ts';
import { readInteraction } from './read-interaction.ts';

const step = (message: object) => ({ completion: { message } });
const search = (q: string, result?: unknown) => ({ name: 'find_product', parameters: { q }, result });

describe('the interaction of an episode', () => {
  it('an episode’s interaction has the calls of each step with their results, counted', () => {
    const read = readInteraction([
      step({ user: 'A red lamp.', think: 'first', tool_call: [search('lamp', [{ product_id: '1' }])] }),
      step({ tool_call: [{ name: 'terminate', parameters: {}, result: { done: true } }], response: 'Here it is.' }),
    ]);
    expect(read).toMatchObject({ step_count: 2, tool_call_count: 2, search_call_count: 1, observable_issues: [] });
    expect(read.interaction).toMatchObject([
      {
        step_index: 0,
        shopper_message: 'A red lamp.',
        message: null,
        calls: [{ call_id: '0.0', args: { q: 'lamp' }, observation: { result: [{ product_id: '1' }] }, done: false }],
      },
      { step_index: 1, message: 'Here it is.', calls: [{ observation: { done: true }, done: true }] },
    ]);
    expect(JSON.stringify(read)).not.toContain('first');
  });

  it('an episode’s interaction names visible mistakes, with their count and first position', () => {
    const { observable_issues } = readInteraction([
      step({ tool_call: [search('lamp', [])] }),
      step({ tool_call: [search('lamp', []), search('lamp', [])] }),
      'no step at all',
    ]);
    expect(observable_issues).toEqual([
      { code: 'empty_search', count: 3, step_index: 0 },
      { code: 'repeated_call', count: 2, step_index: 1 },
      { code: 'malformed_step', count: 1, step_index: 2 },
    ]);
  });

  it('any submitted dialogue is read into the declared schema', () => {
    const { interaction, observable_issues } = episodeFeedbackSchema.shape;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.jsonValue().map((value) => step({ tool_call: value })),
          ),
        ),
        (said) => {
          const read = readInteraction(said);
          expect(interaction.safeParse(read.interaction).success).toBe(true);
          expect(observable_issues.safeParse(read.observable_issues).success).toBe(true);
        },
      ),
    );
  });
});
