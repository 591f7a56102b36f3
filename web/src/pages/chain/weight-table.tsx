import type { ChainLedger } from '../../api/chain-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { weightShares } from './weight-shares.ts';

interface Row {
  readonly name: string;
  readonly hotkey: string | undefined;
  readonly shareOf: (uid: number) => number;
}

/** More columns would not be readable; the rest is summed in one. */
const MOST_COLUMNS = 12;

/** Weights by validator and uid, with the consensus in the last row. */
export function WeightTable({ ledger }: { readonly ledger: ChainLedger }) {
  const { columns, rows } = weightShares(ledger);
  if (rows.length === 0) return <div className="state">No weights yet. Validators set them once per epoch.</div>;
  const shown = columns.slice(0, MOST_COLUMNS);
  const rest = columns.slice(MOST_COLUMNS);
  const head: readonly Column<Row>[] = [
    {
      head: 'From',
      cell: ({ name, hotkey }) =>
        hotkey === undefined ? <strong>{name}</strong> : <Person hotkey={hotkey} as="validator" />,
    },
    ...shown.map(
      (uid): Column<Row> => ({
        head: uid === 0 ? 'to burn' : `to uid ${uid}`,
        decisive: uid === shown[0],
        align: 'right',
        cell: ({ shareOf }) => percent(shareOf(uid)),
      }),
    ),
  ];
  const others: readonly Column<Row>[] =
    rest.length === 0
      ? []
      : [
          {
            head: `to ${rest.length} others`,
            align: 'right',
            cell: ({ shareOf }) => percent(rest.reduce((sum, uid) => sum + shareOf(uid), 0)),
          },
        ];
  const epoch = ledger.latest_epoch;
  const given = rows.map(
    ({ uid, shares }): Row => ({
      name: `uid ${uid}`,
      hotkey: ledger.neurons[uid]?.hotkey,
      shareOf: (target) => shares.get(target) ?? 0,
    }),
  );
  const agreed: readonly Row[] =
    epoch === null ? [] : [{ name: 'Consensus', hotkey: undefined, shareOf: (uid) => epoch.consensus[uid] ?? 0 }];
  return (
    <DataTable
      caption="Current weights, as shares of each validator’s total"
      columns={[...head, ...others]}
      rows={[...given, ...agreed]}
      rowKey={({ name }) => name}
    />
  );
}

function percent(share: number): string {
  return share === 0 ? '–' : `${(share * 100).toFixed(2)} %`;
}
