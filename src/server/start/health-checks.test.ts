import { describe, expect, it } from 'vitest';
import { HealthChecks } from './health-checks.ts';

const fine = async (): Promise<void> => {};
const ALL = { database: fine, blobs: fine, disk: fine, chain: fine, metagraph: fine };

describe('health checks', () => {
  it('health checks name the failing part', async () => {
    const broken = new Error('refused');
    const checks = new HealthChecks({ ...ALL, blobs: () => Promise.reject(broken) });
    expect(await checks.run(['database', 'blobs', 'chain'])).toEqual([
      { name: 'database', error: undefined },
      { name: 'blobs', error: broken },
      { name: 'chain', error: undefined },
    ]);
  });

  it('health checks do not wait for a part that never answers', async () => {
    const checks = new HealthChecks({ ...ALL, chain: () => new Promise(() => {}) }, { mostMilliseconds: 10 });
    const [result] = await checks.run(['chain']);
    expect(result).toMatchObject({ name: 'chain', error: { message: 'no answer in 10 ms' } });
  });

  it('concurrent health checks share one request', async () => {
    let asked = 0;
    const count = async (): Promise<void> => {
      asked++;
    };
    const checks = new HealthChecks({ ...ALL, blobs: count });
    await Promise.all([checks.run(['blobs']), checks.run(['blobs']), checks.run(['blobs'])]);
    expect(asked).toBe(1);
  });
});
