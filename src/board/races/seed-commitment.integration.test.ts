import { expect, it } from 'vitest';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { seedCommitmentSchema } from '../wire/seed-commitment-wire.ts';
import { seedCommitment } from './seed-commitment.ts';

onEveryEngine('the commitment to a draw', (makeDatabase) => {
  it('the commitment to a draw is public when qualifying has closed, and its seed when the race is over', async () => {
    const day = await SampleRaceDay.open(makeDatabase);
    try {
      const one = await day.qualified(0.9);
      const two = await day.qualified(0.89);
      await day.tick();
      const { race_id } = await day.race(1);
      const ask = async () => expectWire(seedCommitmentSchema, await seedCommitment(day.arena, race_id));
      await expect(ask()).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' });
      await day.close();
      const running = await ask();
      const { draw_commitment } = await day.race(1);
      expect(running).toMatchObject({ secret_sha256: draw_commitment, revealed: false, secret: null });
      expect(running.drand_randomness).toMatch(/^[0-9a-f]+$/);
      await day.run({ [one]: 3, [two]: 2 });
      const { draw } = await day.race(1);
      expect(await ask()).toMatchObject({
        secret_sha256: draw_commitment,
        revealed: true,
        secret: (draw as { seed: string }).seed,
      });
    } finally {
      await day.remove();
    }
  });
});
