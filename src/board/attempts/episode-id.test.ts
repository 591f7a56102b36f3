import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidSchema } from '../wire/identifiers.ts';
import { episodeId, readEpisodeId } from './episode-id.ts';

describe('the id of an episode', () => {
  it('an episode id is a UUID that leads back to the run and the position of the problem', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 0xffffff }), (run, position) => {
        const id = episodeId(run, position);
        expect(uuidSchema.safeParse(id).success).toBe(true);
        for (const asked of [id, id.toUpperCase()]) {
          const read = readEpisodeId(asked);
          expect(read.position).toBe(position);
          expect(read.firstRunId <= run && run <= read.lastRunId).toBe(true);
        }
      }),
    );
  });

  it('episode ids differ between problems of a run and between runs', () => {
    const runs = ['3f2a6c1e-0d5b-4c77-9a10-2b1f5e6d7c8a', '3f2a6c1e-0d5b-4c77-9a10-2b1f5f6d7c8a'];
    const ids = runs.flatMap((run) => [0, 1, 255, 256].map((position) => episodeId(run, position)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
