import { useMemo } from 'react';
import type { AttemptView } from '../../attempt-search.ts';
import { CopyLink } from '../../parts/copy-link.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { Row } from './build-rows.ts';
import { ClaimedSide } from './claimed-side.tsx';
import type { PromptReader } from './prompt-reader.ts';
import type { JudgedQuote } from './read-evidence.ts';
import { RecordedSide } from './recorded-side.tsx';
import { callsOf, rowSearch, rowTitle } from './row-label.ts';
import { StepConversation } from './step-conversation.tsx';
import { usageText } from './step-usage.ts';

interface TrajectoryRowProps {
  readonly row: Row;
  readonly view: AttemptView;
  readonly prompts: PromptReader;
  readonly quotes: readonly JudgedQuote[];
  readonly isCurrent: boolean;
}

/** One step, or a recorded call that belongs to no step, with the usage of its model calls. */
export function TrajectoryRow({ row, view, prompts, quotes, isCurrent }: TrajectoryRowProps) {
  const id = useUniqueId();
  return (
    <article className="attempt-row" aria-labelledby={id} tabIndex={-1} data-current={isCurrent || undefined}>
      <h3 id={id}>{rowTitle(row)}</h3>
      <CopyLink search={rowSearch(row, view)} what={rowTitle(row)} />
      <span className="attempt-took quiet">{usageText(callsOf(row))}</span>
      {view === 'conversation' ? (
        <StepConversation row={row} prompts={prompts} quotes={quotes} />
      ) : (
        <Sides row={row} quotes={quotes} />
      )}
    </article>
  );
}

/** The agent's claims beside the recorded calls. */
function Sides({ row, quotes }: Pick<TrajectoryRowProps, 'row' | 'quotes'>) {
  const claimed = useMemo(
    () => new Set(row.kind === 'step' ? row.calls.flatMap(({ recorded }) => recorded) : []),
    [row],
  );
  return (
    <div className="attempt-sides">
      {row.kind === 'step' ? (
        <ClaimedSide row={row} />
      ) : (
        <div className="attempt-side">
          <h4>The agent says</h4>
          <p className="quiet">Not mentioned.</p>
        </div>
      )}
      <RecordedSide calls={callsOf(row)} claimed={claimed} quotes={quotes} />
    </div>
  );
}
