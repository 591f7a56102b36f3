import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  eventsOf,
  failure,
  itemRow,
  MINUTE,
  PROBLEMS,
  queueVersion,
  runOnce,
  runRow,
  samplePolicy,
  success,
} from '../testing/sample-queue.ts';

const DAY = 24 * 60 * MINUTE;
const VALIDATORS = ['a', 'b', 'c', 'd'];

onEveryEngine('refunded cooldowns', (makeDatabase) => {
  let arena: SampleArena;
  let versions = 0;
  beforeEach(async () => {
    const policy = samplePolicy({ maxFailedRuns: 4, retryDelaySeconds: 1 });
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy });
  });
  afterEach(async () => await arena.close());

  /**
   * Queues a version of one contestant and ends its runs with these failures. Returns whether the cooldown was
   * refunded.
   */
  async function giveUp(owners: readonly ('agent' | 'validator' | 'platform')[], validators = VALIDATORS) {
    const version = await queueVersion(arena, {
      version: { hotkey: 'miner', number: ++versions, submittedAt: arena.now() },
    });
    for (const [index, owner] of owners.entries()) {
      arena.pass(MINUTE);
      await runOnce(arena, validators[index % validators.length]!, failure(owner));
    }
    const item = await itemRow(arena, version);
    const events = [...(await eventsOf(arena, 'version.exhausted')), ...(await eventsOf(arena, 'version.failed'))];
    const event = events.find(({ subject }) => subject === `version ${version}`)!;
    return { reason: item.close_reason, returned: (event.data as { cooldown_returned: boolean }).cooldown_returned };
  }

  it('refunds the cooldown of a version that could not be run, a limited number of times', async () => {
    const ours = ['platform', 'platform', 'validator', 'platform'] as const;
    expect(await giveUp(ours)).toEqual({ reason: 'exhausted', returned: true });
    expect(await giveUp(ours)).toEqual({ reason: 'exhausted', returned: true });
    expect(await giveUp(ours)).toEqual({ reason: 'exhausted', returned: false });
    arena.pass(8 * DAY);
    expect(await giveUp(ours)).toEqual({ reason: 'exhausted', returned: true });
  });

  it('does not refund a cooldown when one of the failures was the agent’s', async () => {
    const mixed = ['platform', 'agent', 'platform', 'platform'] as const;
    expect(await giveUp(mixed)).toEqual({ reason: 'exhausted', returned: false });
  });

  it('does not refund a cooldown for an agent that one validator blames repeatedly', async () => {
    const one = ['agent', 'agent', 'agent', 'platform'] as const;
    expect(await giveUp(one, ['a'])).toEqual({ reason: 'agent fault', returned: false });
  });

  it('a failure is the platform’s only if confirmed by more than the validator’s word', async () => {
    await queueVersion(arena);
    const unconfirmed = await runOnce(arena, 'a', { ...failure('platform'), failure_confirmation: null });
    expect(await runRow(arena, unconfirmed.runId)).toMatchObject({
      failure_owner: 'validator',
      failure_confirmation: null,
    });
    const confirmed = await runOnce(arena, 'b', failure('platform'));
    expect(await runRow(arena, confirmed.runId)).toMatchObject({
      failure_owner: 'platform',
      failure_confirmation: { by: 'probe' },
    });
    const [first, second] = await eventsOf(arena, 'run.completed');
    expect([first!.data, second!.data]).toMatchObject([{ confirmed_by: null }, { confirmed_by: 'probe' }]);
  });

  it('stores the validator’s counts of excused attempts with its run', async () => {
    await queueVersion(arena);
    const excuses = {
      attempts: 6,
      repeated: 1,
      refused: 0,
      departed: 0,
      outages: 1,
      reasons: { INFERENCE_FAILED: 1 },
    };
    const { runId } = await runOnce(arena, 'a', { ...success(4), excuses });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'SUCCESS', excuses });
  });
});
