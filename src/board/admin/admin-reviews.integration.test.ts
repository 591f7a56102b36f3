import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { appendEvent, json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { auditEventsQuerySchema, auditEventsSchema } from '../wire/admin-audit-wire.ts';
import { flaggedSchema, nearCopiesQuerySchema, nearCopiesSchema } from '../wire/admin-likeness-wire.ts';
import { adminRacesSchema, raceDiagnosticsSchema } from '../wire/admin-races-wire.ts';
import { adminRaces } from './admin-races.ts';
import { auditEvents } from './audit-events.ts';
import { flaggedSubmissions } from './flagged-submissions.ts';
import { nearCopyReview } from './near-copy-review.ts';
import { raceDiagnostics } from './race-diagnostics.ts';

type Query = Readonly<Record<string, unknown>>;

onEveryEngine('the operator’s reviews', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  it('the operator reads the ledger as an audit log', async () => {
    await day.arena.database.withTransaction(async (transaction) => {
      const event = { who: 'operator', when: 2_000, why: 'It cheated.', data: { reason: 'x' } };
      await appendEvent(transaction, { ...event, what: 'version.discarded', subject: 'version 50%_a' });
      await appendEvent(transaction, { ...event, what: 'run.struck', subject: 'run 50%_a', who: 'other', when: 3_000 });
    });
    const read = async (query: Query = {}) =>
      expectWire(auditEventsSchema, await auditEvents(day.arena, auditEventsQuerySchema.parse(query)));
    const all = await read();
    expect(all.total).toBe(3);
    expect(all.events[1]).toMatchObject({
      action: 'version.discarded',
      target_type: 'version',
      target_id: '50%_a',
      actor_hotkey: 'operator',
      reason: 'It cheated.',
      details: { reason: 'x' },
      created_at: '1970-01-01T00:00:02.000Z',
    });
    expect(new Set(all.events.map(({ event_id }) => event_id)).size).toBe(3);
    const actions = async (query: Query) => (await read(query)).events.map(({ action }) => action);
    expect(await actions({ action: 'run.struck' })).toEqual(['run.struck']);
    expect(await actions({ target_type: 'version' })).toEqual(['version.discarded']);
    expect(await actions({ target_id: '50%_a' })).toEqual(['run.struck', 'version.discarded']);
    expect(await actions({ target_id: '5%' })).toEqual([]);
    expect(await actions({ target_type: '%', target_id: '50%_a' })).toEqual([]);
    expect(await actions({ target_type: 'run', target_id: '50%_a' })).toEqual(['run.struck']);
    expect(await actions({ actor_hotkey: 'other' })).toEqual(['run.struck']);
    expect(await actions({ until: '1970-01-01T00:00:03Z' })).toEqual(['version.discarded']);
    expect(await actions({ since: '1970-01-01T00:00:03Z', until: '1971-01-01T00:00:00Z' })).toEqual(['run.struck']);
    expect(await actions({ limit: 1, offset: 1 })).toEqual(['version.discarded']);
  });

  it('the operator sees everything about a running race', async () => {
    const [one, other] = [await day.qualified(0.9), await day.qualified(0.89)];
    await day.close();
    await finishRacer(day.arena, one, { solved: 12 });
    expect(expectWire(adminRacesSchema, await adminRaces(day.arena)).races).toMatchObject([
      { status: 'RACE_RUNNING', qualifier_count: 2, work_item_count: 2 },
    ]);
    const { race_id } = await day.race();
    expect(expectWire(raceDiagnosticsSchema, await raceDiagnostics(day.arena, race_id))).toMatchObject({
      problem_count: 20,
      problem_seed: null,
      scored_count: 1,
      qualifiers: [
        { agent_version_id: one, race_score: 0.6 },
        { agent_version_id: other, race_score: null },
      ],
      work_items: expect.arrayContaining([
        expect.objectContaining({ agent_version_id: one, is_closed: true, included_success_count: 2 }),
        expect.objectContaining({ agent_version_id: other, is_closed: false, included_success_count: 0 }),
      ]),
      exposures: [{ validator_hotkey: 'validator-1' }, { validator_hotkey: 'validator-2' }],
    });
    await finishRacer(day.arena, other, { solved: 1 });
    await day.tick();
    expect((await raceDiagnostics(day.arena, race_id)).problem_seed).toMatch(/^[0-9a-f]{64}$/);
  });

  it('the operator sees near-copies side by side', async () => {
    const [copy, original] = [await day.qualified(0.9), await day.qualified(0.8)];
    const { sha256 } = await day.arena.blobs.put(Buffer.from('import json\r\nx = 1\r\nreturn x\n'));
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('agent_versions')
        .set({ code_sha256: sha256, is_flagged: true })
        .where('agent_version_id', '=', copy)
        .execute();
      await transaction
        .insertInto('near_copies')
        .values({
          agent_version_id: copy,
          other_version_id: original,
          shared_share: 0.75,
          line_pairs: json([
            [2, 14],
            [3, 15],
          ]),
          noted_at: 1_000,
        })
        .execute();
    });
    const read = async (query: Query = {}) =>
      expectWire(nearCopiesSchema, await nearCopyReview(day.arena, nearCopiesQuerySchema.parse(query)));
    expect(await read()).toMatchObject({
      total: 1,
      near_copies: [
        {
          version: { agent_version_id: copy },
          other: { agent_version_id: original },
          shared_share: 0.75,
          // The other file is missing, which must not hide this one.
          matching_lines: [
            { line: 2, text: 'x = 1', other_line: 14, other_text: null },
            { line: 3, text: 'return x', other_line: 15, other_text: null },
          ],
          omitted: 0,
        },
      ],
    });
    expect((await read({ agent_version_id: original })).total).toBe(1);
    expect((await read({ agent_version_id: '00000000-0000-0000-0000-000000000000' })).total).toBe(0);
    const flagged = expectWire(flaggedSchema, await flaggedSubmissions(day.arena, { limit: 10, offset: 0 }));
    expect(flagged).toMatchObject({
      total: 1,
      submissions: [{ agent_version_id: copy, near_copies: 1, highest_shared_share: 0.75, findings: [] }],
    });
  });
});
