import { describe, expect, it } from 'vitest';
import type { Call } from '../../gateway/calls.ts';
import { SAMPLE_CALLS } from '../testing/sample-attempt.ts';
import { summariseCalls } from './summarise-calls.ts';

const call = (kind: Call['kind']): Call => ({ ...SAMPLE_CALLS[1]!, sequence: 1, previous: '', hash: '', kind });

describe('summariseCalls', () => {
  it('counts web searches only where there are any, so that other records stay as they were', () => {
    expect(summariseCalls([call('search')]).calls).toEqual({
      search: 1,
      view: 0,
      inference: 0,
      models: 0,
      health: 0,
      refused: 0,
    });
    expect(summariseCalls([call('search'), call('web'), call('web')]).calls).toMatchObject({ search: 1, web: 2 });
  });
});
