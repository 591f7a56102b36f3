import { useQuery } from '@tanstack/react-query';
import type { VersionProbesWire, VersionStatusWire } from '../../../../src/board/wire.ts';
import { versionProbesQuery } from '../../api/versions-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

type Report = VersionProbesWire['reports'][number];

const COLUMNS: readonly Column<Report>[] = [
  {
    head: 'Validator',
    cell: ({ validator_hotkey, is_invalidated }) => (
      <>
        <Person hotkey={validator_hotkey} as="validator" />
        {is_invalidated && <small className="quiet"> not counted</small>}
      </>
    ),
  },
  { head: 'Searches', align: 'right', cell: ({ decisions }) => followedText(decisions.search) },
  { head: 'Opened', align: 'right', cell: ({ decisions }) => followedText(decisions.view) },
  { head: 'Recommended', align: 'right', decisive: true, cell: ({ decisions }) => followedText(decisions.recommend) },
  { head: 'Attempts', align: 'right', narrow: 'hide', cell: ({ probes }) => probes.length },
  { head: 'Reported', narrow: 'hide', cell: ({ reported_at }) => <Timestamp at={reported_at} /> },
];

interface ProbeReportsProps extends Pick<VersionStatusWire, 'agency'> {
  readonly versionId: string;
}

/** Follow rates per validator. Renders nothing for a version without probes. */
export function ProbeReports({ versionId, agency }: ProbeReportsProps) {
  const query = useQuery({ ...versionProbesQuery(versionId), enabled: (agency?.reports ?? 0) > 0 });
  if (agency === undefined || agency.reports === 0) return null;
  return (
    <QueryView
      query={query}
      what="the probe reports"
      isEmpty={({ reports }) => reports.length === 0}
      empty="No report is public."
    >
      {({ reports }) => (
        <DataTable
          caption="Changes followed, by validator"
          columns={COLUMNS}
          rows={reports}
          rowKey={({ eval_run_id }) => eval_run_id}
        />
      )}
    </QueryView>
  );
}

/** Without observations there is no rate, which is not a rate of 0; one observation is not a rate either. */
function followedText({ followed, of }: Report['decisions']['search']): string {
  if (of === 0) return '–';
  return of === 1 ? `${followed} of 1, too few to tell` : `${followed} of ${of}`;
}
