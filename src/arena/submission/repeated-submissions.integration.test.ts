import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import { readEvents } from '../../store/database.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { accepting, findingOf, sampleAgent } from '../testing/sample-submissions.ts';
import type { Submission } from './submission.ts';
import { type SubmissionPorts, submitAgent } from './submit-agent.ts';

const HOUR = 3_600_000;
const hotkey = 'contestant';

onBothEngines('repeated and concurrent submissions', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  function submit(
    submission: Partial<Submission> = {},
    ports: SubmissionPorts = { analyse: accepting },
    by: Arena = arena,
  ) {
    return submitAgent(by, { hotkey, agentName: 'shopper', file: sampleAgent(), ...submission }, ports);
  }
  const versions = () => arena.database.reader.selectFrom('agent_versions').selectAll().execute();
  const accepted = async () =>
    (await readEvents(arena.database, 0, 1_000)).filter(({ what }) => what === 'submission.accepted');

  /** Holds all submissions until every file has reached the analysis. */
  function together(count: number, analyse = accepting): SubmissionPorts {
    let arrived = 0;
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    return {
      analyse: async () => {
        if (++arrived === count) open();
        await gate;
        return await analyse();
      },
    };
  }

  /** An arena whose clock advances every time it is read. */
  function ticking(still: Arena): Arena {
    let now = still.now();
    return {
      ...still,
      now: () => {
        now += 10;
        return now;
      },
    };
  }

  it('repeated submissions with one key get the same answer, without another version or cooldown', async () => {
    const first = await submit({ idempotencyKey: 'key' });
    arena.pass(HOUR);
    expect(await submit({ idempotencyKey: 'key' }, { analyse: () => Promise.reject(new Error('looked')) })).toEqual(
      first,
    );
    arena.pass(12 * HOUR);
    expect(await submit({ idempotencyKey: 'key' })).toEqual(first);
    expect(await versions()).toHaveLength(1);
    expect(await accepted()).toHaveLength(1);
  });

  it('a repeated submission gets the same answer even when submissions are no longer accepted', async () => {
    const first = await submit({ idempotencyKey: 'key' });
    await arena.database.withTransaction(
      async (transaction) => void (await transaction.updateTable('suites').set({ is_active: false }).execute()),
    );
    expect(await submit({ idempotencyKey: 'key' })).toEqual(first);
  });

  it('concurrent submissions with one key get the same answer', async () => {
    const ports = together(10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit({ idempotencyKey: 'key' }, ports)));
    expect(new Set(answers.map((answer) => canonicalJson(answer))).size).toBe(1);
    expect(await versions()).toHaveLength(1);
    expect(await accepted()).toHaveLength(1);
  });

  it('a repeated rejected submission gets the same rejection, and pays once', async () => {
    const refusals = { analyse: findingOf('PRODUCT_ID', 'CLOCK') };
    const first = await submit({ idempotencyKey: 'key' }, refusals).catch((error) => error);
    arena.pass(HOUR);
    const again = await submit({ idempotencyKey: 'key' }).catch((error) => error);
    expect(again).toMatchObject({ code: 'CODE_ANALYSIS_ERROR', message: first.message, remedy: first.remedy });
    expect(again.extra).toEqual(first.extra);
    const ports = together(6, findingOf('IMPORT_BLOCKED'));
    const asked = Array.from({ length: 6 }, () => submit({ hotkey: 'other', idempotencyKey: 'key' }, ports));
    const told = (await Promise.allSettled(asked)).map((each) => (each.status === 'rejected' ? each.reason : each));
    expect(new Set(told.map(({ code, extra }) => canonicalJson([code, extra]))).size).toBe(1);
    expect(told[0]).toMatchObject({ code: 'CODE_ANALYSIS_ERROR', extra: { remaining_seconds: 3_600 } });
  });

  it('a key cannot be reused for another file, and keys of other contestants do not matter', async () => {
    await submit({ idempotencyKey: 'key' });
    for (const other of [{ file: sampleAgent(1) }, { agentName: 'another' }]) {
      await expect(submit({ idempotencyKey: 'key', ...other })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    }
    expect(await submit({ hotkey: 'other', idempotencyKey: 'key', file: sampleAgent(1) })).toMatchObject({
      hotkey: 'other',
    });
  });

  it.each(['', ' ', 'a b', 'ä', 'k'.repeat(201), 'a\n'])('rejects %j as an idempotency key', async (idempotencyKey) => {
    await expect(submit({ idempotencyKey })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('exactly one of several concurrent submissions of one hotkey is accepted', async () => {
    const ports = together(12);
    const asked = Array.from({ length: 12 }, (_, index) => {
      const key = index % 2 === 0 ? { idempotencyKey: `key-${index}` } : {};
      return submit({ file: sampleAgent(index), agentName: `agent-${index % 3}`, ...key }, ports);
    });
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'COOLDOWN_ACTIVE' });
    }
    expect(await versions()).toHaveLength(1);
    const { reader } = arena.database;
    expect(await reader.selectFrom('work_items').selectAll().execute()).toHaveLength(1);
    expect(await reader.selectFrom('agents').selectAll().execute()).toHaveLength(1);
  });

  it('one of several concurrent accepted and rejected submissions of one hotkey counts', async () => {
    const ports = together(8);
    const refusing = {
      analyse: async (source: Uint8Array) => {
        await ports.analyse(source);
        return await findingOf('PRODUCT_ID')();
      },
    };
    const asked = Array.from({ length: 8 }, (_, index) =>
      submit({ file: sampleAgent(index) }, index % 2 === 0 ? ports : refusing),
    );
    const told = (await Promise.allSettled(asked)).map((each) =>
      each.status === 'fulfilled' ? 'ACCEPTED' : String(each.reason.code),
    );
    expect(told.filter((each) => each !== 'COOLDOWN_ACTIVE')).toHaveLength(1);
  });

  it('concurrent submissions of many hotkeys are all accepted, in one queue and one ledger', async () => {
    const by = ticking(arena);
    const asked = Array.from({ length: 20 }, (_, index) => submit({ hotkey: `hotkey-${index}` }, undefined, by));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ agent_version_id }) => agent_version_id)).size).toBe(20);
    expect(answers.map(({ queue }) => queue.position).sort((a, b) => a! - b!)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await verifyEvents(arena.database);
  });

  it('concurrent submissions number the versions of an agent without gap or collision', async () => {
    const submissions = { ...arena.policy.submissions, cooldownSeconds: 0.001 };
    const by = ticking({ ...arena, policy: { ...arena.policy, submissions } });
    const ports = together(10);
    await Promise.all(Array.from({ length: 10 }, (_, index) => submit({ file: sampleAgent(index) }, ports, by)));
    const numbers = (await versions()).map(({ version_number }) => version_number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  it('concurrent submissions at two servers of one arena give one version and one answer per key', async () => {
    let place: TestDatabase | undefined;
    const one = await openSampleArena(async (tables) => {
      place = await makeDatabase(tables);
      return place;
    });
    try {
      const other = { ...one, database: (await place!.open()).tables<ArenaTables>() };
      const keyed = together(8);
      const asked = Array.from({ length: 8 }, (_, index) =>
        submit({ idempotencyKey: 'key' }, keyed, index % 2 === 0 ? one : other),
      );
      const answers = await Promise.all(asked);
      expect(new Set(answers.map((answer) => canonicalJson(answer))).size).toBe(1);
      const free = together(8);
      const hasty = Array.from({ length: 8 }, (_, index) =>
        submit({ hotkey: 'hasty', file: sampleAgent(index) }, free, index % 2 === 0 ? one : other),
      );
      const outcomes = await Promise.allSettled(hasty);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await one.database.reader.selectFrom('agent_versions').selectAll().execute()).toHaveLength(2);
      await verifyEvents(other.database);
    } finally {
      await one.close();
    }
  });
});
