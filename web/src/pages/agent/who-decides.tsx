import {
  agencyScoreText,
  type DecisionWords,
  decisionWords,
  NOT_PROBED,
  promptWords,
} from '../../../../src/board/agency-words.ts';
import type { VersionStatusWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';

const COLUMNS: readonly Column<DecisionWords>[] = [
  { head: 'Decision', cell: ({ name }) => name },
  { head: 'Who decides', cell: ({ decides }) => decides },
  { head: 'Changes', cell: ({ followed }) => followed ?? '–' },
];

/** Whether a version does what its model says, by what it did when those words were changed. */
export function WhoDecides({ agency }: Pick<VersionStatusWire, 'agency'>) {
  if (agency === undefined || agency.reports === 0) {
    return <div className="state">It was {NOT_PROBED}, so nobody can tell who decides: its model or its program.</div>;
  }
  const score = agencyScoreText(agency);
  const prompts = promptWords(agency);
  return (
    <>
      <DataTable
        caption="Who decides, by kind of decision"
        columns={COLUMNS}
        rows={decisionWords(agency)}
        rowKey={({ name }) => name}
      />
      {prompts !== null && <p>{prompts}</p>}
      <p className="quiet">
        In {counted(agency.probe_attempts, 'attempt')} that are not scored, validators changed what the model said. A
        program that follows its model then does something else.{score !== null && ` Score: ${score}.`}
      </p>
    </>
  );
}
