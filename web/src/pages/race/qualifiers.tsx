import type { QualifierWire, RaceWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { CompareLink } from '../../parts/compare-link.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { Score } from '../../parts/score.tsx';
import { RacerLink } from './racer-link.tsx';

const COLUMNS: readonly Column<QualifierWire>[] = [
  { head: 'Contestant', narrow: 'hide', cell: ({ miner_hotkey }) => <Person hotkey={miner_hotkey} /> },
  { head: 'Qualified', cell: (racer) => <HowQualified racer={racer} /> },
  {
    head: 'Qualifying score',
    decisive: true,
    align: 'right',
    cell: ({ qualifying_score }) => <Score value={qualifying_score} />,
  },
];

interface QualifiersProps {
  readonly race: RaceWire;
  readonly qualifiers: readonly QualifierWire[];
}

/** The racers, or those who would race if qualifying closed now, and the score needed. */
export function Qualifiers({ race, qualifiers }: QualifiersProps) {
  const isOpen = race.state === 'qualifying_open';
  const needed =
    race.incumbent_agent_version_id === null
      ? `There ${isOpen ? 'is no champion yet' : 'was no champion'}: every scored version ${isOpen ? 'qualifies' : 'qualified'}.`
      : `The incumbent ${isOpen ? 'qualifies' : 'qualified'} whatever it scored.`;
  return (
    <>
      <p>
        {race.qualifying_threshold !== null && race.qualifying_threshold > 0 && (
          <>
            A version {isOpen ? 'needs' : 'needed'} <strong>{race.qualifying_threshold.toFixed(4)}</strong> to race.{' '}
          </>
        )}
        {needed}
      </p>
      {qualifiers.length === 0 ? (
        <div className="state">{isOpen ? 'No version has a score yet.' : 'No version qualified.'}</div>
      ) : (
        <DataTable
          caption={isOpen ? 'Who would race if qualifying closed now' : 'Who qualified'}
          columns={[agentColumn(race.incumbent_agent_version_id), ...COLUMNS]}
          rows={qualifiers}
          rowKey={({ agent_version_id }) => agent_version_id}
        />
      )}
    </>
  );
}

function agentColumn(incumbentId: string | null): Column<QualifierWire> {
  return {
    head: 'Agent',
    cell: ({ agent_version_id: versionId, agent_name, version_number }) => (
      <>
        <RacerLink versionId={versionId} name={agent_name} version={version_number} />
        {incumbentId !== null && incumbentId !== versionId && (
          <CompareLink versionId={versionId} otherId={incumbentId}>
            compare with the incumbent
          </CompareLink>
        )}
      </>
    ),
  };
}

function HowQualified({ racer }: { readonly racer: QualifierWire }) {
  return (
    <>
      {racer.qualification_type === 'INCUMBENT' ? <Badge tone="ours">incumbent</Badge> : 'by score'}
      {racer.is_discarded && <Badge tone="bad">discarded</Badge>}
      {racer.eliminated_at !== null && <Badge tone="bad">eliminated</Badge>}
    </>
  );
}
