import { describe, expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena } from '../testing/sample-arena.ts';
import { wireProblemId } from './wire-problem-id.ts';

onEveryEngine('a suite', (makeDatabase) => {
  it('a suite is stored with its problems in order, and a ledger event', async () => {
    const arena = await openSampleArena(makeDatabase, { problems: 3 });
    try {
      const { reader } = arena.database;
      const suite = await reader.selectFrom('suites').selectAll().executeTakeFirstOrThrow();
      const problems = await reader.selectFrom('set_problems').selectAll().orderBy('position').execute();
      expect(suite).toMatchObject({ suite_id: 1, suite_version: 1, name: 'sample', is_active: true });
      expect(problems.map(({ set_id, position }) => [set_id, position])).toEqual(
        [0, 1, 2].map((position) => [suite.set_id, position]),
      );
      expect(problems[0]!.record).toHaveProperty('reward');
      expect(await readEvents(arena.database, 0, 10)).toMatchObject([{ what: 'suite.created', who: 'operator' }]);
    } finally {
      await arena.close();
    }
  });
});

describe('problem ids on the wire', () => {
  it('a problem keeps its id on the wire if it is a UUID, and otherwise gets a stable UUID', () => {
    const own = 'c7a1c3de-4d0c-4c62-93ee-1d2f58d7e111';
    expect(wireProblemId(own)).toBe(own);
    expect(wireProblemId('p1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(wireProblemId('p1')).toBe(wireProblemId('p1'));
    expect(wireProblemId('p2')).not.toBe(wireProblemId('p1'));
  });
});
