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
  { head: 'Who decides', decisive: true, cell: ({ decides }) => decides },
  {
    head: 'Changes',
    cell: ({ followed, interval }) => (followed === null ? '–' : <Followed text={followed} interval={interval} />),
  },
];

/** The rate and its interval as a bar. Decorative: the text has both. */
function Followed({ text, interval }: { readonly text: string; readonly interval: DecisionWords['interval'] }) {
  return (
    <span className="score">
      <span>{text}</span>
      {interval !== null && (
        <span className="score-interval" aria-hidden="true">
          <span
            style={{ left: `${interval.low * 100}%`, width: `${Math.max(1, (interval.high - interval.low) * 100)}%` }}
          />
        </span>
      )}
    </span>
  );
}

/** Follow rates: whether the program follows its model when the gateway changes the answers. */
export function WhoDecides({ agency }: Pick<VersionStatusWire, 'agency'>) {
  if (agency === undefined || agency.reports === 0) {
    return <div className="state">It was {NOT_PROBED}, so it is unknown whether its model or its program decides.</div>;
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
        In {counted(agency.probe_attempts, 'unscored attempt')}, validators changed the model’s answers. A program that
        follows its model then acts differently.{score !== null && ` Score: ${score}.`}
      </p>
    </>
  );
}
