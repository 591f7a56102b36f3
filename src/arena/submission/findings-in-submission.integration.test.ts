import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, SAMPLE_NOW, type SampleArena } from '../testing/sample-arena.ts';
import { accepting, findingOf, sampleAgent } from '../testing/sample-submissions.ts';
import type { Submission } from './submission.ts';
import { type SubmissionPorts, submitAgent } from './submit-agent.ts';

const HOUR = 3_600_000;
const hotkey = 'contestant';

onEveryEngine('a submission with findings', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  const submit = (submission: Partial<Submission> = {}, ports: SubmissionPorts = { analyse: accepting }) =>
    submitAgent(arena, { hotkey, agentName: 'shopper', file: sampleAgent(), ...submission }, ports);
  const versions = () =>
    arena.database.reader.selectFrom('agent_versions').selectAll().orderBy('submitted_at').execute();
  const events = async () =>
    (await readEvents(arena.database, 1, 1_000)).filter(({ what }) => what !== 'version.queued');
  const nextAllowedAt = async () =>
    (await arena.database.reader.selectFrom('contestants').selectAll().executeTakeFirst())?.next_allowed_at;

  it('a submission rejected for its form costs nothing and leaves no ledger event', async () => {
    await expect(submit({ idempotencyKey: 'key' }, { analyse: findingOf('MAIN_MISSING') })).rejects.toMatchObject({
      code: 'CODE_ANALYSIS_ERROR',
      extra: {
        violations: [expect.objectContaining({ code: 'MAIN_MISSING', class: 'form', line: 1 })],
        remaining_seconds: 0,
      },
    });
    expect(await nextAllowedAt()).toBeUndefined();
    expect(await events()).toEqual([]);
    expect(await submit({ idempotencyKey: 'key', file: sampleAgent(1) })).toMatchObject({ hotkey });
  });

  it.each([
    ['security', ['MAIN_MISSING', 'IMPORT_BLOCKED', 'IMPORT_BLOCKED'], HOUR],
    ['integrity', ['IMPORT_BLOCKED', 'PRODUCT_ID'], 12 * HOUR],
  ] as const)(
    'a submission rejected for %s costs its cooldown, and the ledger gives only the reason',
    async (kind, codes, wait) => {
      const refused = await submit({}, { analyse: findingOf(...codes) }).catch((error) => error);
      expect(refused).toMatchObject({
        code: 'CODE_ANALYSIS_ERROR',
        extra: { remaining_seconds: wait / 1_000, omitted: 0 },
      });
      expect(refused.extra.violations).toHaveLength(codes.length);
      expect(Object.keys(refused.extra.violations[0]).sort()).toEqual([
        'class',
        'code',
        'column',
        'fix',
        'line',
        'message',
        'rule',
        'why',
      ]);
      expect(await nextAllowedAt()).toBe(SAMPLE_NOW + wait);
      expect(await versions()).toEqual([]);
      const [event, ...more] = await events();
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        what: 'submission.refused',
        subject: `hotkey ${hotkey}`,
        data: { class: kind, codes: [...new Set(codes)].sort(), miner_hotkey: hotkey, agent_name: 'shopper' },
      });
      expect(JSON.stringify(event)).not.toContain('my_secret_plan');
      await expect(submit()).rejects.toMatchObject({
        code: 'COOLDOWN_ACTIVE',
        extra: { remaining_seconds: wait / 1_000 },
      });
    },
  );

  it('a submission that needs review is accepted, and only its owner is told', async () => {
    const answer = await submit({}, { analyse: findingOf('CLOCK') });
    expect(answer.is_flagged).toBe(true);
    expect(await versions()).toMatchObject([{ is_flagged: true, findings: [{ code: 'CLOCK' }] }]);
    const told = await events();
    expect(told.map(({ what }) => what)).toEqual(['submission.accepted']);
    expect(JSON.stringify(told)).not.toMatch(/CLOCK|my_secret_plan|flag/);
  });
});
