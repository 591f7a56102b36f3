import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FlaggedWire, NearCopiesWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { reviewQuery } from '../../api/operator-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';

type Flagged = FlaggedWire['submissions'][number];
type Pair = NearCopiesWire['near_copies'][number];

/** Versions that an operator should look at: flagged by the check, and near-copies of other contestants' versions. */
export function ReviewPanel({ choose }: { readonly choose: ChooseAction }) {
  const query = useQuery(reviewQuery());
  return (
    <Section title="Review" note="A version held as a copy is evaluated once its flag is cleared">
      <QueryView
        query={query}
        what="the versions to review"
        isEmpty={({ flagged, copies }) => flagged.total + copies.total === 0}
        empty="No version is flagged, and no two contestants have similar versions."
      >
        {({ flagged, copies }) => (
          <>
            {flagged.total > 0 && (
              <DataTable
                caption={captionOf('Flagged versions', flagged.submissions.length, flagged.total)}
                columns={flaggedColumns(choose)}
                rows={flagged.submissions}
                rowKey={({ agent_version_id }) => agent_version_id}
              />
            )}
            {copies.total > 0 && (
              <DataTable
                caption={captionOf('Near-copies', copies.near_copies.length, copies.total)}
                columns={copyColumns(choose)}
                rows={copies.near_copies}
                rowKey={({ version, other }) => `${version.agent_version_id} ${other.agent_version_id}`}
              />
            )}
          </>
        )}
      </QueryView>
      <p className="quiet">
        <code>assay admin flagged</code> shows the findings line by line, <code>assay admin copies</code> the lines that
        two versions share.
      </p>
    </Section>
  );
}

function captionOf(what: string, shown: number, total: number): string {
  return shown < total ? `${what}, the newest ${shown} of ${total}` : `${what}, the newest first`;
}

function flaggedColumns(choose: ChooseAction): readonly Column<Flagged>[] {
  return [
    { head: 'Version', cell: (version) => <Version of={version} /> },
    { head: 'Contestant', narrow: 'hide', cell: ({ miner_hotkey }) => <Person hotkey={miner_hotkey} /> },
    { head: 'Why', decisive: true, cell: (version) => <HostileText text={whyText(version)} oneLine limit={200} /> },
    { head: 'Submitted', narrow: 'hide', cell: ({ submitted_at }) => <Timestamp at={submitted_at} /> },
    {
      head: 'Action',
      cell: ({ agent_version_id: version }) => (
        <span className="buttons">
          <Act choose={choose} command="version clear-flag" name="Clear flag" version={version} />
          <Act choose={choose} command="version code" name="Code" version={version} />
          <Act choose={choose} command="version discard" name="Discard" version={version} />
        </span>
      ),
    },
  ];
}

/** @example whyText(version) // 'CALL_INDIRECT, resembles 2 versions (up to 83 %)' */
function whyText({ findings, near_copies: copies, highest_shared_share: share }: Flagged): string {
  const codes = [...new Set(findings.map(({ code }) => code))];
  const upTo = share === null ? '' : ` (up to ${percent(share)})`;
  const parts = copies === 0 ? codes : [...codes, `resembles ${counted(copies, 'version')}${upTo}`];
  return parts.length === 0 ? 'no finding is recorded' : parts.join(', ');
}

function copyColumns(choose: ChooseAction): readonly Column<Pair>[] {
  return [
    { head: 'Version', cell: ({ version }) => <Version of={version} /> },
    { head: 'Contestant', narrow: 'hide', cell: ({ version }) => <Person hotkey={version.miner_hotkey} /> },
    { head: 'Resembles', narrow: 'hide', cell: ({ other }) => <Version of={other} /> },
    { head: 'Of', narrow: 'hide', cell: ({ other }) => <Person hotkey={other.miner_hotkey} /> },
    { head: 'Shared', decisive: true, align: 'right', cell: ({ shared_share }) => percent(shared_share) },
    {
      head: 'Action',
      cell: ({ version: { agent_version_id: version } }) => (
        <Act choose={choose} command="version discard" name="Discard" version={version} />
      ),
    },
  ];
}

interface NamedVersion {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
}

function Version({ of: { agent_version_id, agent_name, version_number } }: { readonly of: NamedVersion }) {
  return (
    <Link to="/agents/$versionId" params={{ versionId: agent_version_id }}>
      <HostileText text={agent_name} oneLine limit={60} /> v{version_number}
    </Link>
  );
}

interface ActProps {
  readonly choose: ChooseAction;
  readonly command: string;
  readonly name: string;
  readonly version: string;
}

function Act({ choose, command, name, version }: ActProps) {
  return (
    <button type="button" className="act" onClick={() => choose({ act: actionOf(command), values: { version } })}>
      {name}
      <span className="hidden"> of version {version}</span>
    </button>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
