import { Link } from '@tanstack/react-router';
import type { Cell, CellKind } from './problem-matrix.ts';

const SIGNS: Readonly<Record<CellKind, string>> = {
  solved: '✓',
  failed: '✗',
  'out of time': '⧗',
  skipped: '↷',
  running: '◐',
  pending: '·',
};

interface MatrixCellProps {
  readonly cell: Cell;
  readonly problemId: string;
}

/** One validator's result on one problem as a sign and a word, with a link to the attempt. */
export function MatrixCell({ cell, problemId }: MatrixCellProps) {
  const { kind, runId, isIncluded, reason } = cell;
  const words = (
    <>
      <span aria-hidden="true">{SIGNS[kind]}</span> {kind}
    </>
  );
  if (runId === undefined) return <span className="quiet">{words}</span>;
  return (
    <span className="agent-cell" data-kind={kind} title={reason}>
      <Link to="/attempts/$runId/$problemId" params={{ runId, problemId }}>
        {words}
      </Link>
      {!isIncluded && kind !== 'running' && <small className="quiet"> not counted</small>}
    </span>
  );
}
