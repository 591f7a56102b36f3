import { useId, useMemo } from 'react';
import { CopyLink } from '../../parts/copy-link.tsx';
import type { Row } from './build-rows.ts';
import { ClaimedSide } from './claimed-side.tsx';
import type { JudgedQuote } from './read-evidence.ts';
import { RecordedSide } from './recorded-side.tsx';
import { rowLabel, rowTitle } from './row-label.ts';

interface TrajectoryRowProps {
  readonly row: Row;
  readonly quotes: readonly JudgedQuote[];
  readonly isCurrent: boolean;
}

/** One step and what was recorded beside it, or a recorded call that belongs to no step. */
export function TrajectoryRow({ row, quotes, isCurrent }: TrajectoryRowProps) {
  const id = useId();
  const isStep = row.kind === 'step';
  const claimed = useMemo(
    () => new Set(row.kind === 'step' ? row.calls.flatMap(({ recorded }) => recorded) : []),
    [row],
  );
  return (
    <article className="attempt-row" aria-labelledby={id} tabIndex={-1} data-current={isCurrent || undefined}>
      <h3 id={id}>{rowTitle(row)}</h3>
      <CopyLink search={`?step=${rowLabel(row)}`} what={rowTitle(row)} />
      <div className="attempt-sides">
        {isStep ? (
          <ClaimedSide row={row} />
        ) : (
          <div className="attempt-side">
            <h4>The agent says</h4>
            <p className="quiet">Nothing of this.</p>
          </div>
        )}
        <RecordedSide calls={isStep ? row.recorded : [row.call]} claimed={claimed} quotes={quotes} />
      </div>
    </article>
  );
}
