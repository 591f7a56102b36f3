import { Link } from '@tanstack/react-router';
import type { MissingLog } from '../../../../src/board/wire.ts';

interface MissingLogNoteProps {
  readonly what: 'dialogue' | 'evidence';
  readonly missing: MissingLog;
}

const NAMES = { dialogue: 'What the agent says', evidence: 'What the gateway recorded' };

/** Why something cannot be read, and whether that will change. */
export function MissingLogNote({ what, missing }: MissingLogNoteProps) {
  return (
    <div className="state">
      <strong>
        {NAMES[what]} {missing === 'nothing_uploaded' ? 'was not uploaded.' : 'is closed.'}
      </strong>
      {missing === 'race_problems_are_drawn_again' && (
        <>
          It was a race: its problems are drawn again, so that nobody reads what was said and done at them, also later.
        </>
      )}
      {missing === 'not_released' && (
        <>
          It is the contestant’s own until the code is released. If it is yours, <Link to="/submit">sign in</Link> to
          read it.
        </>
      )}
      {missing === 'others_still_run' && (
        <>
          The code is released, but other validators still run it. It opens when they are done, so that none can copy
          from another.
        </>
      )}
      {missing === 'nothing_uploaded' && <>The validator left nothing for this problem, or has not yet.</>}
    </div>
  );
}
