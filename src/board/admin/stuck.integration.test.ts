import { afterEach, beforeEach, expect, it } from 'vitest';
import { stopClaims } from '../../arena/operator.ts';
import { claimWork } from '../../arena/queue.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { queueVersion } from '../../arena/testing/sample-queue.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { stuckWork } from './stuck.ts';

const HOUR = 3_600_000;

onEveryEngine('stuck work', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(async () => await arena.close());

  const stuckFor = async (older_than_seconds: number) => (await stuckWork(arena, { older_than_seconds })).stuck;

  it('a new arena has nothing stuck', async () => {
    expect(await stuckFor(0)).toEqual([]);
  });

  it('lists the waiting version, the silent validator with its run, and what the operator paused', async () => {
    const version = await queueVersion(arena);
    expect(await stuckFor(3_600)).toEqual([]);
    const work = (await claimWork(arena, 'silent'))!;
    arena.pass(2 * HOUR);
    await stopClaims(arena, { who: 'operator', reason: 'Disk full' });
    const stuck = await stuckFor(3_600);
    const of = (kind: string) => stuck.filter((each) => each.kind === kind);
    expect(of('arena')).toMatchObject([{ id: 'claims', why: 'No runs are assigned: Disk full' }]);
    expect(of('run')).toMatchObject([{ id: work.runId, why: expect.stringContaining('no heartbeats') }]);
    expect(of('validator')).toMatchObject([
      { id: 'silent', action: expect.stringContaining("`assay admin ban validator silent --why 'REASON'`") },
    ]);
    const cancel = `\`assay admin version cancel ${version} --why 'REASON'\``;
    expect(of('item')).toMatchObject([
      { why: expect.stringContaining(version), action: expect.stringContaining(cancel) },
    ]);
    expect(stuck.filter(({ action }) => action === '')).toEqual([]);
    expect((await stuckFor(3 * 3_600)).filter(({ kind }) => kind === 'item')).toEqual([]);
  });
});
