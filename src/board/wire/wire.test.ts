import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leaderboardQuerySchema } from './leaderboard-wire.ts';
import { currentRacersQuerySchema, racersQuerySchema } from './race-wire.ts';
import { timestampQuerySchema } from './timestamp.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

async function schemas(): Promise<[string, z.ZodType][]> {
  const files = globSync(['*.ts', '../ledger-event.ts'], { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, import.meta.url).href)));
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
  );
}

describe('wire schemas', () => {
  it('every wire schema can be written for OpenAPI', async () => {
    const all = await schemas();
    expect(all.length).toBeGreaterThan(50);
    for (const [name, schema] of all) {
      const io = name.includes('Query') ? 'input' : 'output';
      expect(() => z.toJSONSchema(schema, { io }), name).not.toThrow();
    }
  });

  it('the current race lists 100 racers by default, a race by its id all of them', () => {
    expect(currentRacersQuerySchema.parse({})).toMatchObject({ limit: 100 });
    expect(currentRacersQuerySchema.parse({ limit: '1000' })).toMatchObject({ limit: 1_000 });
    expect(racersQuerySchema.parse({})).toMatchObject({ limit: 1_000 });
  });

  it('query schemas read the parameters of a URL', () => {
    expect(leaderboardQuerySchema.parse({})).toEqual({ limit: 100, offset: 0, score_type: 'qualifying' });
    expect(leaderboardQuerySchema.parse({ limit: '500', offset: '7', suite_id: '3', q: '%' })).toMatchObject({
      limit: 500,
      offset: 7,
      suite_id: 3,
    });
    const wrong = [
      { limit: '0' },
      { limit: '501' },
      { limit: '1.5' },
      { limit: 'many' },
      { offset: '-1' },
      { offset: '1e300' },
      { suite_id: '2147483648' },
      { score_type: 'best' },
    ];
    for (const query of wrong)
      expect(leaderboardQuerySchema.safeParse(query).success, JSON.stringify(query)).toBe(false);
  });

  it('a timestamp without a zone is read as UTC', () => {
    const noon = Date.parse('2026-11-16T12:00:00Z');
    for (const text of [
      '2026-11-16T12:00:00Z',
      '2026-11-16T12:00:00',
      '2026-11-16T12:00:00.000000+00:00',
      '2026-11-16T04:00:00-08:00',
    ]) {
      expect(timestampQuerySchema.parse(text)).toBe(noon);
    }
    expect(timestampQuerySchema.safeParse('yesterday').success).toBe(false);
  });
});
