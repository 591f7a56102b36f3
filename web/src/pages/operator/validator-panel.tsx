import { useQuery } from '@tanstack/react-query';
import type { AdminValidatorsWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { adminValidatorsQuery } from '../../api/operator-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';

type Validator = AdminValidatorsWire['validators'][number];

/** All validators, including banned ones, with their runs and load. */
export function ValidatorPanel({ choose }: { readonly choose: ChooseAction }) {
  const query = useQuery(adminValidatorsQuery());
  return (
    <Section title="Validators">
      <QueryView
        query={query}
        what="the validators"
        isEmpty={({ validators }) => validators.length === 0}
        empty="No validator has asked for work yet."
      >
        {({ validators, total }) => (
          <DataTable
            caption={`${counted(total, 'validator')}, oldest first`}
            columns={columnsFor(choose)}
            rows={validators}
            rowKey={({ hotkey }) => hotkey}
          />
        )}
      </QueryView>
    </Section>
  );
}

function columnsFor(choose: ChooseAction): readonly Column<Validator>[] {
  return [
    { head: 'Validator', cell: ({ hotkey, name }) => <Person hotkey={hotkey} name={name} as="validator" /> },
    {
      head: 'State',
      decisive: true,
      cell: ({ is_banned, ban_reason, status, last_seen_at }) => (
        <>
          {is_banned ? (
            <>
              <Badge tone="bad">banned</Badge>{' '}
              {ban_reason !== null && (
                <small className="quiet">
                  <HostileText text={ban_reason} oneLine limit={80} />
                </small>
              )}
            </>
          ) : (
            <Badge tone={status === 'evaluating' ? 'ours' : 'quiet'}>{status}</Badge>
          )}{' '}
          {last_seen_at !== null && (
            <small className="quiet">
              seen <Timestamp at={last_seen_at} />
            </small>
          )}
        </>
      ),
    },
    {
      head: 'Runs',
      align: 'right',
      cell: ({ active_runs, max_concurrent_runs }) => `${active_runs} of ${max_concurrent_runs}`,
    },
    {
      head: 'Load',
      narrow: 'hide',
      cell: ({ cpu_pct, ram_pct, disk_pct }) =>
        cpu_pct === null ? <span className="quiet">not reported</span> : loadText(cpu_pct, ram_pct, disk_pct),
    },
    {
      head: 'Action',
      cell: ({ hotkey, is_banned, max_concurrent_runs }) => (
        <span className="buttons">
          <button
            type="button"
            className="act"
            onClick={() =>
              choose({ act: actionOf(is_banned ? 'unban validator' : 'ban validator'), values: { hotkey } })
            }
          >
            {is_banned ? 'Lift ban' : 'Ban'}
            <span className="hidden"> of {hotkey}</span>
          </button>
          <button
            type="button"
            className="act"
            onClick={() =>
              choose({ act: actionOf('validator limit'), values: { hotkey, runs: `${max_concurrent_runs}` } })
            }
          >
            Limit<span className="hidden"> of {hotkey}</span>
          </button>
        </span>
      ),
    },
  ];
}

function loadText(cpu: number, memory: number | null, disk: number | null): string {
  const part = (name: string, percent: number | null) => (percent === null ? [] : [`${name} ${Math.round(percent)} %`]);
  return [...part('CPU', cpu), ...part('memory', memory), ...part('disk', disk)].join(', ');
}
