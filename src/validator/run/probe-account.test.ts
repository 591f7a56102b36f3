import { describe, expect, it } from 'vitest';
import { ProbeAccount } from './probe-account.ts';

describe('credit of probe attempts', () => {
  it('a call in a probe may reserve as much as the first call of a run', async () => {
    const account = new ProbeAccount(1_000, { attempts: 2, problems: 20 });
    const reservation = await account.reserve(1_000);
    await reservation!.settle(60);
    expect(await account.reserve(940)).not.toBeNull();
    expect(await account.reserve(1)).toBeNull();
  });

  it('probes spend at most what the credit of a run gives to as many problems, and the call that exceeds it', async () => {
    const account = new ProbeAccount(1_000, { attempts: 2, problems: 20 });
    await (await account.reserve(500))!.settle(99);
    expect(await account.balance()).toBe(1);
    await (await account.reserve(500))!.settle(30);
    expect(await account.reserve(1)).toBeNull();
    expect(await account.reserve(0)).not.toBeNull();
  });
});
