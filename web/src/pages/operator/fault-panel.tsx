import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminFaultsWire } from '../../../../src/board/wire.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { faultsQuery } from '../../api/operator-queries.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';

type Fault = AdminFaultsWire['faults'][number];

const WINDOWS: readonly (readonly [hours: number, text: string])[] = [
  [1, 'last hour'],
  [24, 'last day'],
  [168, 'last week'],
  [8_760, 'last year'],
];

const OWNERS: Readonly<Record<Fault['owner'], Tone>> = { platform: 'bad', validator: 'warn', agent: 'quiet' };
const ENDINGS: Readonly<Record<Fault['status'], string>> = {
  FAILED: 'failed',
  TIMED_OUT: 'timed out',
  STALE: 'lease expired',
};

/**
 * Runs without a score, by owner of the failure. Failures of the platform and of validators do not count against
 * contestants.
 */
export function FaultPanel({ choose }: { readonly choose: ChooseAction }) {
  const [hours, setHours] = useState(24);
  const field = useUniqueId();
  const query = useQuery(faultsQuery(hours));
  return (
    <Section
      title="Failures by owner"
      note={
        <>
          <label htmlFor={field}>Runs claimed in the </label>
          <select id={field} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {WINDOWS.map(([each, text]) => (
              <option key={each} value={each}>
                {text}
              </option>
            ))}
          </select>
        </>
      }
    >
      <QueryView
        query={query}
        what="the failures"
        isEmpty={({ faults }) => faults.length === 0}
        empty="Every run in this period has a score or is still active."
      >
        {({ faults, runs }) => (
          <DataTable
            caption={captionOf(faults, runs)}
            columns={columnsFor(choose)}
            rows={faults}
            rowKey={({ owner, status, code }) => `${owner} ${status} ${code}`}
          />
        )}
      </QueryView>
    </Section>
  );
}

function captionOf(faults: readonly Fault[], runs: number): string {
  const of = (owner: Fault['owner']) =>
    faults.filter((fault) => fault.owner === owner).reduce((sum, fault) => sum + fault.runs, 0);
  return `Of ${runs.toLocaleString('en')} ${forCount(runs, 'run')}, failed because of the platform: ${of('platform')}, validators: ${of('validator')}, agents: ${of('agent')}`;
}

function columnsFor(choose: ChooseAction): readonly Column<Fault>[] {
  return [
    { head: 'Owner', cell: ({ owner }) => <Badge tone={OWNERS[owner]}>{owner}</Badge> },
    { head: 'Runs', align: 'right', decisive: true, cell: ({ runs }) => runs.toLocaleString('en') },
    {
      head: 'Failure',
      cell: ({ status, code, newest: { reason } }) => (
        <>
          {ENDINGS[status]} {code !== null && <code>{code}</code>}
          {reason !== null && (
            <>
              <br />
              <small className="quiet">
                <HostileText text={reason} oneLine limit={160} />
              </small>
            </>
          )}
        </>
      ),
    },
    {
      head: 'Newest',
      narrow: 'hide',
      cell: ({ newest }) => (
        <>
          <Timestamp at={newest.claimed_at} /> by <Person hotkey={newest.validator_hotkey} as="validator" />
        </>
      ),
    },
    {
      head: 'Action',
      narrow: 'hide',
      cell: ({ newest: { agent_version_id } }) => (
        <button
          type="button"
          className="act"
          onClick={() => choose({ act: actionOf('version reevaluate'), values: { version: agent_version_id } })}
        >
          Evaluate again<span className="hidden"> version {agent_version_id}</span>…
        </button>
      ),
    },
  ];
}
