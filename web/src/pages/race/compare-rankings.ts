import type { RaceDetailWire } from '../../../../src/board/wire.ts';

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
  const outcome = changed ? 'The new champion would be the same' : 'The champion would have stayed';
  return moved === 0
    ? `${outcome} without the judge, and all places are the same.`
    : `${outcome} without the judge; ${moved} ${moved === 1 ? 'racer changes' : 'racers change'} places.`;
}
