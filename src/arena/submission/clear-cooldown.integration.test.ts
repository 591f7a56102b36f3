import { expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena } from '../testing/sample-arena.ts';
import { accepting, sampleAgent } from '../testing/sample-submissions.ts';
import { clearAllCooldowns } from './clear-all-cooldowns.ts';
import { clearCooldown } from './clear-cooldown.ts';
import { submitAgent } from './submit-agent.ts';

onEveryEngine('clearing a cooldown', (makeDatabase) => {
  it('clearing a cooldown lets a contestant submit at once, and the ledger says who did it', async () => {
    const arena = await openSampleArena(makeDatabase);
    try {
      const submit = (number: number) =>
        submitAgent(arena, { hotkey: 'h', agentName: 'a', file: sampleAgent(number) }, { analyse: accepting });
      await submit(1);
      arena.pass(3_600_500);
      expect(await clearCooldown(arena, 'h', 'operator')).toEqual({ cleared: true, secondsRemainingWas: 11 * 3_600 });
      expect(await clearCooldown(arena, 'h', 'operator')).toEqual({ cleared: false, secondsRemainingWas: 0 });
      expect(await submit(2)).toMatchObject({ admission_status: 'ACCEPTED' });
      const cleared = (await readEvents(arena.database, 0, 100)).filter(({ what }) => what === 'cooldown.cleared');
      expect(cleared).toMatchObject([{ who: 'operator', subject: 'hotkey h', data: { miner_hotkey: 'h' } }]);
      await submitAgent(arena, { hotkey: 'i', agentName: 'b', file: sampleAgent(3) }, { analyse: accepting });
      expect(await clearAllCooldowns(arena, 'operator')).toBe(2);
      expect(await clearAllCooldowns(arena, 'operator')).toBe(0);
      expect(await submit(4)).toMatchObject({ admission_status: 'ACCEPTED' });
      await expect(clearCooldown(arena, 'nobody', 'operator')).rejects.toMatchObject({ code: 'MINER_NOT_FOUND' });
    } finally {
      await arena.close();
    }
  });
});
