import type { QualifierWire, RaceDetailWire } from '../../../../src/board/wire.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { type ComparedRank, compareRankings, judgeSentence, movementText, type Rank } from './compare-rankings.ts';
import { RacerLink } from './racer-link.tsx';

interface JudgeSwitchProps {
  readonly result: NonNullable<RaceDetailWire['result']>;
  readonly qualifiers: readonly QualifierWire[];
}

/** The ranking that counted beside the ranking by problems solved alone, to show what the judge changed. */
export function JudgeSwitch({ result, qualifiers }: JudgeSwitchProps) {
  const names = new Map(qualifiers.map(({ agent_version_id, agent_name }) => [agent_version_id, agent_name]));
  const without = compareRankings(result.ranking, result.judge_off.ranking);
  const moved = without.filter(({ movement }) => movement !== 0).length;
  const shared: readonly Column<Rank>[] = [
    { head: 'Rank', cell: ({ rank }) => rank },
    {
      head: 'Agent',
      cell: ({ agent_version_id: id }) => <RacerLink versionId={id} name={names.get(id)} />,
    },
  ];
  const score = (head: string): Column<Rank> => ({
    head,
    decisive: true,
    align: 'right',
    cell: (place) => place.score.toFixed(4),
  });
  const movement: Column<ComparedRank> = { head: 'Moves', cell: (place) => movementText(place.movement) };
  return (
    <>
      <p>{judgeSentence(result, moved)}</p>
      <div className="columns">
        <DataTable
          caption="With the judge: problems solved × reasoning coefficient"
          columns={[...shared, score('Race score')]}
          rows={result.ranking}
          rowKey={({ agent_version_id }) => agent_version_id}
        />
        <DataTable
          caption="With the judge switched off: problems solved alone"
          columns={[...shared, score('Solved'), movement]}
          rows={without}
          rowKey={({ agent_version_id }) => agent_version_id}
          rowClass={(place) => (place.movement === 0 ? undefined : 'race-moved')}
        />
      </div>
    </>
  );
}
