import { Fault } from '../../fault/fault.ts';
import type { DrawDocument } from '../../problems/suites.ts';
import type { Arena } from '../arena.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import type { RaceRow } from './stored-race.ts';

/**
 * Tells the bank who has seen what it drew, then makes the draw public; nothing when the race was never drawn. A draw that
 * is not the one the race was run on, because the bank is another one, is as good as lost.
 */
export async function revealRace(
  { database }: Arena,
  hidden: HiddenProblems,
  { race_id, race_number, draw_commitment }: RaceRow,
): Promise<DrawDocument | undefined> {
  const seen = await database.reader
    .selectFrom('exposures')
    .select(['agent_version_id', 'validator_hotkey'])
    .where('race_id', '=', race_id)
    .orderBy('exposed_at')
    .orderBy('agent_version_id')
    .orderBy('validator_hotkey')
    .execute();
  await hidden.recordExposures(
    race_id,
    seen.map(({ agent_version_id, validator_hotkey }) => ({
      agentVersionId: agent_version_id,
      validatorHotkey: validator_hotkey,
    })),
  );
  const draw = await hidden.reveal(race_id);
  if (draw_commitment === null || draw?.commitment === draw_commitment) return draw;
  throw new Fault('BANK_CORRUPT', {
    message: `The bank ${draw === undefined ? 'has no draw for' : 'has another draw for'} race ${race_number}, which is committed as ${draw_commitment}.`,
    remedy: 'Restore the bank that the race was drawn from, or cancel the race.',
  });
}
