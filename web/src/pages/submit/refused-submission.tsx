import { useMemo } from 'react';
import { arenaNow } from '../../api/arena-clock.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { FindingList } from './finding-list.tsx';
import { refusalOf } from './refusal-of.ts';

interface RefusedSubmissionProps {
  readonly error: Error;
  readonly lines: readonly string[];
  readonly follow: (versionId: string) => void;
}

export function RefusedSubmission({ error, lines, follow }: RefusedSubmissionProps) {
  const { message, remedy, findings, omitted, until, versionId } = useMemo(() => {
    const refusal = refusalOf(error);
    const { remainingSeconds: seconds } = refusal;
    // Computed once, when the response arrived: the component renders many times.
    return { ...refusal, until: seconds && new Date(arenaNow() + seconds * 1_000).toISOString() };
  }, [error]);
  return (
    <div className="state failed" role="alert">
      <strong>
        <HostileText text={message} />
      </strong>
      <p>
        {remedy} {until && <Countdown until={until} label="The next submission is possible in" />}
      </p>
      {versionId !== undefined && (
        <button type="button" onClick={() => follow(versionId)}>
          Follow that version
        </button>
      )}
      <FindingList findings={findings} omitted={omitted} lines={lines} />
    </div>
  );
}
