import { describe, expect, it } from 'vitest';
import { agentOf, contestantsFor } from './participants.ts';

describe('contestantsFor', () => {
  it('one demo agent uses a model of this machine, the one that models are trained with', () => {
    const { contestants, challenger } = contestantsFor('local/assay-135m');
    const models = { simulated: false, model: 'local/assay-135m' };
    const text = (contestant: typeof challenger) => Buffer.from(agentOf(contestant, models).source).toString('utf8');
    expect(challenger.name).toBe('four_tools');
    expect(text(challenger)).toContain('assay.chat(');
    for (const contestant of contestants) expect(text(contestant)).not.toContain('assay.chat(');
  });

  it('all demo agents can use simulated models and those of an endpoint', () => {
    expect(contestantsFor('house/adept')).toEqual(contestantsFor('some/model'));
    expect(contestantsFor('house/adept').challenger.name).toBe('careful_verifier');
  });
});
