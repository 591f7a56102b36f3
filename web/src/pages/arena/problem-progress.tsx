import type { RunningEvaluationWire } from '../../../../src/board/wire.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';

interface ProblemProgressProps {
  readonly run: Pick<RunningEvaluationWire, 'phase' | 'problems_done' | 'problems_total'>;
}

/** More cells would be too small to distinguish. */
const MOST_CELLS = 60;

/** Progress of a run, with one cell per problem if there is room. */
export function ProblemProgress({ run }: ProblemProgressProps) {
  const { phase, problems_done: done, problems_total: total } = run;
  if (phase === 'RACE')
    return (
      <small className="quiet">
        {total} hidden {forCount(total, 'problem')}; the result follows the race
      </small>
    );
  const text = `${done} of ${counted(total, 'problem')}`;
  const cells = Math.min(total, MOST_CELLS);
  const filled = total === 0 ? 0 : Math.floor((done / total) * cells);
  return (
    <div className="progress">
      <div
        className="cells"
        role="progressbar"
        aria-label="Problems done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        {Array.from({ length: cells }, (_, index) => (
          <span key={index} data-done={index < filled || undefined} />
        ))}
      </div>
      <small className="quiet">{text}</small>
    </div>
  );
}
