import { expect, it } from 'vitest';
import type { Attempt } from '../../attempt/attempt.ts';
import { problemHash } from '../../attempt/record.ts';
import { sampleAttempt } from '../../attempt/testing/sample-attempt.ts';
import { AGENCY_THRESHOLDS } from '../agency/judge-agency.ts';
import { SampleConversation } from '../testing/sample-conversation.ts';
import { readSigned } from './read-attempt.ts';

it('reads the request of an attempt whose calls are in an unknown format', () => {
  const query = 'Please find me a brass desk lamp soon';
  const { calls } = new SampleConversation()
    .ask([{ role: 'user', content: query }], { role: 'assistant', content: 'LOOKUP brass desk lamp' })
    .search({ q: 'brass desk lamp' });
  const { problem: _, ...known } = sampleAttempt();
  const problem_id = 'p';
  const attempt = { ...known, problem_id, problem_hash: problemHash({ problem_id, query }) } as unknown as Attempt;
  const { profile, rebuilt } = readSigned(attempt, null, calls, { agency: AGENCY_THRESHOLDS, queries: new Map() });
  expect(rebuilt).toMatchObject({ ok: true, trajectory: { query, fidelity: 'executed' } });
  expect(profile.said).toMatchObject({ searches: 1, searchesSaid: 1, told: { searchTold: 0, requestShown: 1 } });
});
