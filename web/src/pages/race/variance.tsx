import { useQuery } from '@tanstack/react-query';
import type { RaceVarianceWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { raceVarianceQuery } from '../../api/races-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { signed } from './difference.ts';

const COLUMNS: readonly Column<RaceVarianceWire['validators'][number]>[] = [
  {
    head: 'Validator',
    cell: ({ validator_hotkey, validator_name }) => (
      <>
        {validator_name !== null && <HostileText text={validator_name} limit={60} oneLine />}{' '}
        <Person hotkey={validator_hotkey} as="validator" />
      </>
    ),
  },
  { head: 'Racers others scored too', align: 'right', cell: ({ pairs_evaluated }) => pairs_evaluated },
  { head: 'Mean score', align: 'right', cell: ({ mean_score }) => mean_score.toFixed(4) },
  {
    head: 'Mean difference from other validators',
    decisive: true,
    align: 'right',
    cell: ({ mean_delta_vs_peers }) => signed(mean_delta_vs_peers, 4),
  },
  { head: 'Standard deviation', align: 'right', narrow: 'hide', cell: ({ std_dev }) => std_dev.toFixed(4) },
];

/** How much validators differed on the same racers. */
export function Variance({ raceId }: { readonly raceId: string }) {
  const query = useQuery(raceVarianceQuery(raceId));
  return (
    <QueryView
      query={query}
      what="the spread between validators"
      isEmpty={({ n_pairs }) => n_pairs === 0}
      empty="No racer of this race was scored by two validators."
    >
      {(variance) => (
        <>
          <p>
            {counted(variance.n_pairs, 'racer was', 'racers were')} scored by at least two validators. Their scores
            differ by {variance.mean_spread!.toFixed(4)} on average, {variance.max_spread!.toFixed(4)} at most.
          </p>
          <DataTable
            caption="Validators of this race"
            columns={COLUMNS}
            rows={variance.validators}
            rowKey={({ validator_hotkey }) => validator_hotkey}
          />
        </>
      )}
    </QueryView>
  );
}
