import { type Column, DataTable } from '../../parts/data-table.tsx';
import { type FunnelRow, type FunnelStage, funnelRows } from './corpus-summary.ts';

export function Funnel({ funnel }: { readonly funnel: readonly FunnelStage[] }) {
  return (
    <DataTable
      caption="Stages in bold; between them what was left out, and why. A row with several reasons counts under each."
      columns={COLUMNS}
      rows={funnelRows(funnel)}
      rowKey={({ key }) => key}
    />
  );
}

const COLUMNS: readonly Column<FunnelRow>[] = [
  {
    head: 'Stage',
    cell: ({ what, isLoss }) => (isLoss ? <span className="loss">left out: {what}</span> : <strong>{what}</strong>),
  },
  {
    head: 'Rows',
    align: 'right',
    cell: ({ rows, isLoss }) => `${isLoss ? '−' : ''}${rows.toLocaleString('en')}`,
  },
  {
    head: 'Of all attempts',
    cell: ({ share, isLoss }) => (
      <span className="funnel-bar">
        <span aria-hidden="true" data-loss={isLoss || undefined} style={{ width: `${Math.min(1, share) * 100}%` }} />
        <span>{(share * 100).toFixed(1)} %</span>
      </span>
    ),
  },
];
