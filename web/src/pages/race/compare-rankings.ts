import type { RaceDetailWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';

export type Rank = NonNullable<RaceDetailWire['result']>['ranking'][number];

export interface ComparedRank extends Rank {
  /** Places gained without the judge; negative if lost; null if the ranking with the judge does not include it. */
  readonly movement: number | null;
}

/** The ranking without the judge, with each racer's change of place. */
export function compareRankings(withJudge: readonly Rank[], without: readonly Rank[]): ComparedRank[] {
  const ranks = new Map(withJudge.map(({ agent_version_id, rank }) => [agent_version_id, rank]));
  return without.map((place) => {
    const before = ranks.get(place.agent_version_id);
    return { ...place, movement: before === undefined ? null : before - place.rank };
  });
}

export function movementText(movement: number | null): string {
  if (movement === null) return 'not ranked with the judge';
  if (movement === 0) return '= same place';
  return movement > 0 ? `▲ ${movement} up` : `▼ ${-movement} down`;
}

/** The effect of the judge in one sentence. */
export function judgeSentence({ judge_off, changed }: NonNullable<RaceDetailWire['result']>, moved: number): string {
  if (!judge_off.same_top) {
    return judge_off.top_agent_version_id === null
      ? 'Without the judge there would be no champion.'
      : 'Without the judge another agent would be champion.';
  }
  const outcome = changed ? 'the new champion would be the same' : 'the champion would have stayed too';
  const others =
    moved === 0 ? ', and every rank would be the same' : `; ${counted(moved, 'racer')} would rank differently`;
  return `Without the judge ${outcome}${others}.`;
}
