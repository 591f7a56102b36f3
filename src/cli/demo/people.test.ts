import { describe, expect, it } from 'vitest';
import { agentOf, castFor } from './people.ts';

describe('castFor', () => {
  it('lets one agent ask a model of this machine, the one that models are trained with', () => {
    const { contestants, challenger } = castFor('local/assay-135m');
    const models = { simulated: false, model: 'local/assay-135m' };
    const text = (contestant: typeof challenger) => Buffer.from(agentOf(contestant, models).source).toString('utf8');
    expect(challenger.name).toBe('four_tools');
    expect(text(challenger)).toContain('assay.chat(');
    for (const contestant of contestants) expect(text(contestant)).not.toContain('assay.chat(');
  });

  it('lets everybody ask simulated models and those of an endpoint', () => {
    expect(castFor('house/adept')).toEqual(castFor('some/model'));
    expect(castFor('house/adept').challenger.name).toBe('careful_verifier');
  });
});
