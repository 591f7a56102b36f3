import type { ValidatorAuditWire } from '../../../../src/board/wire.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { Address } from '../../parts/address.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { ValidatorStanding } from './chain-standing.ts';
import { taoText } from './tao-text.ts';

export function ValidatorTable({ standings }: { readonly standings: readonly ValidatorStanding[] }) {
  return (
    <DataTable
      caption="Validators by stake"
      columns={COLUMNS}
      rows={standings}
      rowKey={({ uid, hotkey }) => `${uid} ${hotkey}`}
    />
  );
}

const COLUMNS: readonly Column<ValidatorStanding>[] = [
  { head: 'Uid', align: 'right', narrow: 'hide', cell: ({ uid }) => uid },
  {
    head: 'Validator',
    cell: ({ hotkey, worker }) =>
      // A hotkey that only holds stake has no validator page.
      worker === undefined ? <Address hotkey={hotkey} /> : <Person hotkey={hotkey} name={worker.name} as="validator" />,
  },
  {
    head: 'Now',
    cell: ({ isHeard, worker }) => (
      <>
        {worker?.status === 'evaluating' ? (
          <Badge tone="ours">running {worker.active_runs}</Badge>
        ) : (
          <Badge tone={isHeard ? 'good' : 'warn'}>{isHeard ? 'active' : 'inactive'}</Badge>
        )}
        {worker?.last_seen_at != null && (
          <small className="quiet">
            {' '}
            seen <Timestamp at={worker.last_seen_at} />
          </small>
        )}
      </>
    ),
  },
  {
    head: 'Stake, TAO',
    decisive: true,
    align: 'right',
    cell: ({ stake, stakeShare }) => (
      <>
        {taoText(stake)} <small className="quiet">{percent(stakeShare)}</small>
      </>
    ),
  },
  {
    head: 'Weights set',
    narrow: 'hide',
    cell: ({ blocksAgo }) => `${blocksAgo.toLocaleString('en')} ${forCount(blocksAgo, 'block')} ago`,
  },
  {
    head: 'Agreement',
    decisive: true,
    cell: ({ agreement }) =>
      agreement === null ? (
        <span className="quiet">none yet</span>
      ) : (
        <span className="measure">
          <span>{percent(agreement)}</span>
          <span className="measure-bar" aria-hidden="true">
            <span style={{ width: `${agreement * 100}%` }} />
          </span>
        </span>
      ),
  },
  {
    head: 'Audits',
    cell: ({ worker }) => <AuditBadge audit={worker?.audit} />,
  },
  { head: 'Dividends', align: 'right', narrow: 'hide', cell: ({ dividends }) => percent(dividends) },
  { head: 'Earned, TAO', align: 'right', cell: ({ earned }) => taoText(earned) },
];

/** Result of the arena's audits of a validator's reports. */
function AuditBadge({ audit }: { readonly audit: ValidatorAuditWire | undefined }) {
  if (audit === undefined) return <span className="quiet">none</span>;
  if (audit.is_excluded) return <Badge tone="bad">excluded</Badge>;
  const checked = audit.problems_regraded + audit.problems_rerun;
  const differ = audit.regrades_differ + audit.reruns_differ;
  return (
    <>
      <Badge tone={audit.trust === 1 ? 'good' : 'warn'}>trust {percent(audit.trust)}</Badge>{' '}
      <small className="quiet">
        {differ} of {checked} differ
      </small>
    </>
  );
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
