import { CopyText } from '../../parts/copy-text.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionIn, remedyParts } from './remedy.ts';

interface RemedyTextProps {
  readonly text: string;
  readonly choose: ChooseAction;
}

/** What mends an alarm: each command as code to copy, with a button where this page can do the same. */
export function RemedyText({ text, choose }: RemedyTextProps) {
  return remedyParts(text).map((part, place) =>
    'text' in part ? (
      <HostileText key={`${place}`} text={part.text} limit={400} oneLine />
    ) : (
      <Command key={`${place}`} command={part.command} choose={choose} />
    ),
  );
}

function Command({ command, choose }: { readonly command: string; readonly choose: ChooseAction }) {
  const action = actionIn(command);
  return (
    <span className="remedy">
      <code>
        <HostileText text={command} limit={300} oneLine />
      </code>{' '}
      <CopyText className="plain copy-link" text={() => command} label="Copy" what={command} />{' '}
      {action !== undefined && (
        <button type="button" className="act" onClick={() => choose(action)}>
          {action.act.title}…
        </button>
      )}
    </span>
  );
}
