import type { LeaderboardEntryWire } from '../../../../src/board/wire.ts';
import { CompareLink } from '../../parts/compare-link.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';

interface ChosenVersionsProps {
  readonly chosen: readonly LeaderboardEntryWire[];
  readonly champion: LeaderboardEntryWire | undefined;
  readonly onClear: () => void;
}

/** The versions selected in the table, with a link that compares them. */
export function ChosenVersions({ chosen, champion, onClear }: ChosenVersionsProps) {
  const [first, second] = chosen;
  if (first === undefined) return null;
  const other = second ?? (champion?.agent_version_id === first.agent_version_id ? undefined : champion);
  return (
    <div className="board-chosen" role="status">
      {other !== undefined && (
        <CompareLink versionId={first.agent_version_id} otherId={other.agent_version_id}>
          Compare <Name entry={first} /> with {second === undefined ? 'the champion' : <Name entry={second} />}
        </CompareLink>
      )}
      {second === undefined && <span className="quiet">Choose a second version to compare.</span>}
      <button type="button" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}

function Name({ entry }: { readonly entry: LeaderboardEntryWire }) {
  return (
    <>
      <HostileText text={entry.agent_name} limit={40} oneLine /> v{entry.version_number}
    </>
  );
}
