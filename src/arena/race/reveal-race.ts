import { Fault } from '../../fault/fault.ts';
import type { DrawDocument } from '../../problems/suites.ts';
import type { Arena } from '../arena.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import type { RaceRow } from './stored-race.ts';

/**
 * Records in the bank who has seen the drawn problems, then publishes the draw; `undefined` if the race was never
 * drawn. If the bank was replaced and its draw is not the one the race was run on, the draw counts as lost.
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
