import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { type FunnelRow, type FunnelStage, funnelRows } from './corpus-summary.ts';
import { reasonText } from './reason-text.ts';

export function Funnel({ funnel }: { readonly funnel: readonly FunnelStage[] }) {
  const rows = funnelRows(funnel);
  const saysApplied = rows.some(({ applied }) => applied !== null);
  return (
    <DataTable
      caption={`Stages are in bold, with the rows removed between them and why. Each attempt counts once, under the first reason that applied.${
        saysApplied ? ' The “Applied to” column counts it under every reason that applied, so it adds up to more.' : ''
      }`}
      columns={saysApplied ? COLUMNS : COLUMNS.filter(({ head }) => head !== APPLIED)}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

const APPLIED = 'Applied to';

/** Stages of releases by other versions may have other names. */
const MEANINGS: Readonly<Record<string, string>> = {
  'with a conversation': 'readable, and a conversation with calls can be rebuilt',
  judged: 'judged good enough',
  rendered: 'complete, valid calls, and short enough to train on',
  'passed agency': 'the model decided',
  'kept by the filter': 'may be used, no duplicate, among the best of its problem',
  'in the release': 'licensed, and away from held-out problems',
};

const LOSS_TEXT = {
  rejected: 'rejected',
  quarantined: 'quarantined',
  separate: 'in separate files',
  'left out': 'left out',
} as const;

const COLUMNS: readonly Column<FunnelRow>[] = [
  {
    head: 'Stage',
    cell: ({ what, loss }) =>
      loss === null ? (
        <>
          <strong>{what}</strong>
          {Object.hasOwn(MEANINGS, what) && <span className="quiet narrow-hide"> {MEANINGS[what]}</span>}
        </>
      ) : (
        <div className="loss">
          {LOSS_TEXT[loss]}: <HostileText text={reasonText(what) ?? what} oneLine limit={100} />
          {reasonText(what) !== undefined && <code className="loss-code">{what}</code>}
        </div>
      ),
  },
  {
    head: 'Rows',
    decisive: true,
    align: 'right',
    cell: ({ rows, loss }) => `${loss === null ? '' : '−'}${rows.toLocaleString('en')}`,
  },
  {
    head: APPLIED,
    align: 'right',
    cell: ({ applied }) => (applied === null ? '' : applied.toLocaleString('en')),
  },
  {
    head: 'Of all attempts',
    narrow: 'hide',
    cell: ({ share, loss }) => (
      <span className="funnel-bar">
        <span
          aria-hidden="true"
          data-loss={loss !== null || undefined}
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
        <span>{(share * 100).toFixed(1)} %</span>
      </span>
    ),
  },
];
