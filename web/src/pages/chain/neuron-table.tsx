import { counted } from '../../../../src/text/counted.ts';
import { shortenMiddle } from '../../../../src/text/shorten.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import type { NeuronStanding } from './chain-standing.ts';
import { taoText } from './tao-text.ts';

export function NeuronTable({ standings }: { readonly standings: readonly NeuronStanding[] }) {
  return (
    <DataTable
      caption={`${counted(standings.length, 'registered hotkey')}, best paid first`}
      columns={COLUMNS}
      rows={standings}
      rowKey={({ uid }) => `${uid}`}
    />
  );
}

const COLUMNS: readonly Column<NeuronStanding>[] = [
  { head: 'Uid', align: 'right', narrow: 'hide', cell: ({ uid }) => uid },
  {
    head: 'Hotkey',
    cell: ({ hotkey, isBurn, isValidator }) => (
      <>
        {isBurn ? (
          <span className="address" title={hotkey}>
            {shortenMiddle(hotkey, 6, 6)}
          </span>
        ) : (
          <Person hotkey={hotkey} as={isValidator ? 'validator' : 'contestant'} />
        )}{' '}
        {isBurn && <Badge tone="bad">burns</Badge>}
        {isValidator && <Badge tone="ours">validator</Badge>}
      </>
    ),
  },
  { head: 'Consensus', align: 'right', cell: ({ consensus }) => percent(consensus) },
  { head: 'Incentive', decisive: true, align: 'right', cell: ({ incentive }) => percent(incentive) },
  {
    head: 'Earned, TAO',
    decisive: true,
    align: 'right',
    cell: ({ earned, isBurn }) => (isBurn ? '–' : taoText(earned)),
  },
];

function percent(share: number): string {
  return share === 0 ? '–' : `${(share * 100).toFixed(2)} %`;
}
