import { expect, it } from 'vitest';
import { Fault } from '../fault/fault.ts';
import { requireStake } from './require-stake.ts';

const refusal = new Fault('ARENA_REFUSED', {
  message: 'Not registered as validator',
  extra: { status: 403, code: 'NOT_REGISTERED_AS_VALIDATOR' },
});

function failingApi(times: number, error: Error) {
  let asked = 0;
  return {
    weightSalt: async () => {
      if (asked++ < times) throw error;
      return undefined as never;
    },
    asked: () => asked,
  };
}

const check = { address: '5Address', pollMilliseconds: 1, onWait: () => {} };

it('fails at once without stake with --once, and says who can give stake', async () => {
  const api = failingApi(9, refusal);
  await expect(requireStake(api, { ...check, once: true })).rejects.toMatchObject({
    message: expect.stringContaining('not staked'),
    remedy: expect.stringMatching(/operator.*assay admin stake 5Address/),
  });
  expect(api.asked()).toBe(1);
});

it('waits for stake without --once, and says so once', async () => {
  const api = failingApi(3, refusal);
  const said: Fault[] = [];
  await requireStake(api, { ...check, once: false, onWait: (fault) => said.push(fault) });
  expect(api.asked()).toBe(4);
  expect(said).toHaveLength(1);
});

it('leaves other error responses to the work loop', async () => {
  for (const extra of [
    { status: 403, code: 'BANNED' },
    { status: 503, code: 'METAGRAPH_STALE' },
  ]) {
    await requireStake(failingApi(9, new Fault('ARENA_REFUSED', { message: 'no', extra })), {
      ...check,
      once: true,
    });
  }
});
