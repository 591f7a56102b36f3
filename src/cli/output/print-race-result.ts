import type { z } from 'zod';
import type { QualifierWire, raceResultSchema } from '../../board/wire.ts';
import { counted } from '../../text/counted.ts';
import { oneLine } from './format-line.ts';
import { scoreText } from './format-score.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

type RaceResult = z.output<typeof raceResultSchema>;

/** Wide enough for remarks in one line. */
const WIDE_CELL = 160;

/** What decided the champion, in words. */
export const WHY_CHAMPION: Readonly<Record<RaceResult['why'], string>> = {
  MARGIN_CLEARED: 'the best challenger cleared the margin',
  NO_INCUMBENT: 'there was no incumbent to beat',
  MARGIN_NOT_CLEARED: 'no challenger cleared the margin',
  NO_CHALLENGER: 'no challenger finished',
  INCUMBENT_UNSCORED: 'the incumbent could not be scored; an outage does not count as a defeat',
  NOBODY_FINISHED: 'no racer finished',
};

/**
 * Prints the winner and how certain the result is: each challenger against the incumbent, the number of challengers,
 * and the result without the judge.
 */
export function printRaceResult(result: RaceResult, racers: readonly QualifierWire[], terminal: Terminal): void {
  const nameOf = (id: string | null): string => {
    const racer = racers.find(({ agent_version_id }) => agent_version_id === id);
    return racer === undefined ? (id ?? 'none') : `${racer.agent_name}, version ${racer.version_number}`;
  };
  terminal.print(oneLine(championText(result, nameOf)));
  const tried = result.challengers_tried;
  terminal.print(`${counted(tried, 'challenger')} tried that day.\n`);
  if (result.comparisons.length > 0) {
    const rows = result.comparisons.map(({ agent_version_id, remark }) => [nameOf(agent_version_id), remark]);
    terminal.print(`${table(['challenger', 'minus the incumbent, in share of problems solved'], rows, WIDE_CELL)}\n`);
  }
  const { judge_off: off } = result;
  terminal.print(
    oneLine(
      off.same_top
        ? 'Without the judge the champion would be the same.'
        : `Without the judge the champion would be ${nameOf(off.top_agent_version_id)}: ${WHY_CHAMPION[off.why]}.`,
    ),
  );
  const places = off.ranking.map(
    ({ rank, agent_version_id, score }) => `${rank}. ${nameOf(agent_version_id)} ${scoreText(score)}`,
  );
  if (places.length > 0) terminal.print(oneLine(`The ranking then: ${places.join('; ')}.`));
}

function championText(
  { changed, why, top_agent_version_id: top, threshold }: RaceResult,
  nameOf: (id: string | null) => string,
) {
  const needed = threshold === null ? '' : ` (${scoreText(threshold)} was needed)`;
  return changed
    ? `New champion: ${nameOf(top)}; ${WHY_CHAMPION[why]}${needed}.`
    : `The champion stays ${nameOf(top)}; ${WHY_CHAMPION[why]}${needed}.`;
}
