import { expect, it } from 'vitest';
import { SampleConversation } from '../testing/sample-conversation.ts';
import { policyOf } from './policy-of.ts';

const endpoint = 'http://127.0.0.1:9/v1';
const [real] = new SampleConversation().ask([], { role: 'assistant', content: 'Yes.' }).calls;
const by = (model: string, simulated: boolean) => ({
  ...real!,
  answered_by: { model, endpoint: simulated ? 'simulated' : endpoint, simulated },
});

it('a policy names the models that answered, and is simulated if any of them was', () => {
  expect(policyOf({ simulated: false }, [by('a', false), by('a', false)])).toEqual({
    name: 'a',
    simulated: false,
    models: [{ name: 'a', endpoint, simulated: false, completions: 2 }],
  });
  expect(policyOf({ simulated: false }, [by('a', false), by('house/expert', true)])).toMatchObject({
    name: 'a + house/expert',
    simulated: true,
    models: [{ name: 'a' }, { name: 'house/expert', simulated: true }],
  });
});

it('a policy has no name when no model answered', () => {
  expect(policyOf({ simulated: true }, [])).toEqual({ name: '', simulated: true, models: [] });
});
