import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { NotRun } from './training-summary.ts';

const REASONS: Readonly<Record<NotRun['why'], string>> = {
  'left out': 'left out by whoever started it',
  'to come': 'still to come',
  'no time left': 'its time was up before',
  'nothing to learn from': 'there was nothing to learn from',
  failed: 'it failed',
};

export function NotRunTable({ parts }: { readonly parts: readonly NotRun[] }) {
  return <DataTable caption="Parts without a result" columns={COLUMNS} rows={parts} rowKey={({ what }) => what} />;
}

const COLUMNS: readonly Column<NotRun>[] = [
  { head: 'Part', cell: ({ what }) => what },
  { head: 'Why', cell: ({ why }) => REASONS[why] },
];
