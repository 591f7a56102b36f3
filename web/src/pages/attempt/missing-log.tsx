import { Link } from '@tanstack/react-router';
import type { MissingLog } from '../../../../src/board/wire.ts';

interface MissingLogNoteProps {
  readonly what: 'dialogue' | 'evidence';
  readonly missing: MissingLog;
}

const NAMES = { dialogue: 'The agent’s dialogue', evidence: 'The gateway’s record' };

/** Why a file is missing, and whether that will change. */
export function MissingLogNote({ what, missing }: MissingLogNoteProps) {
  return (
    <div className="state">
      <strong>
        {NAMES[what]} {missing === 'nothing_uploaded' ? 'was not uploaded.' : 'is not public.'}
      </strong>
      {missing === 'race_problems_are_drawn_again' && (
        <>This is a race attempt. Race problems are drawn again, so their logs are never published.</>
      )}
      {missing === 'not_released' && (
        <>
          It is private until the code is released. If it is yours, <Link to="/submit">sign in</Link> to read it.
        </>
      )}
      {missing === 'others_still_run' && (
        <>
          The code is released, but other validators still run it. It is published when they are done, so no validator
          can copy another.
        </>
      )}
      {missing === 'nothing_uploaded' && <>The validator has not uploaded a log for this problem.</>}
    </div>
  );
}
