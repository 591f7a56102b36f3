import type { HotkeyPageWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { CompareLink } from '../../parts/compare-link.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Score } from '../../parts/score.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { RacerLink } from '../race/racer-link.tsx';
import { STANDINGS } from './standing.ts';

type Version = HotkeyPageWire['versions'][number];

const COLUMNS: readonly Column<Version>[] = [
  { head: 'Status', cell: ({ phase }) => <Badge tone={STANDINGS[phase].tone}>{STANDINGS[phase].words}</Badge> },
  {
    head: 'Qualifying score',
    decisive: true,
    cell: ({ final_score, score_interval }) => <Score value={final_score} interval={score_interval} />,
  },
  { head: 'Race score', align: 'right', cell: ({ race_score }) => <Score value={race_score} /> },
  { head: 'Code', narrow: 'hide', cell: (version) => <CodeWord version={version} /> },
  { head: 'Submitted', narrow: 'hide', cell: ({ submitted_at }) => <Timestamp at={submitted_at} /> },
];

interface VersionsTableProps {
  readonly caption: string;
  readonly versions: readonly Version[];
  /** The version to compare a row with, and its display name. */
  readonly compareWith: (version: Version) => { readonly versionId: string; readonly name: string } | undefined;
}

export function VersionsTable({ caption, versions, compareWith }: VersionsTableProps) {
  const agent: Column<Version> = {
    head: 'Agent',
    cell: (version) => {
      const { agent_version_id: versionId, agent_name, version_number } = version;
      const other = compareWith(version);
      return (
        <>
          <RacerLink versionId={versionId} name={agent_name} version={version_number} />
          {other !== undefined && (
            <CompareLink versionId={other.versionId} otherId={versionId}>
              compare with {other.name}
            </CompareLink>
          )}
        </>
      );
    },
  };
  return (
    <DataTable
      caption={caption}
      columns={[agent, ...COLUMNS]}
      rows={versions}
      rowKey={({ agent_version_id }) => agent_version_id}
    />
  );
}

function CodeWord({ version: { release_state, code_available_at } }: { readonly version: Version }) {
  if (release_state === 'RELEASED') return 'public';
  return code_available_at === null ? 'private' : <Countdown until={code_available_at} label="embargo:" />;
}
