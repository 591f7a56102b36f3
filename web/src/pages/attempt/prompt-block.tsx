import { ownField } from '../../../../src/json/json-object.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Collapsible } from './collapsible.tsx';
import { DescribedBadge } from './described-badge.tsx';
import { PromptMessages } from './prompt-messages.tsx';
import type { Prompt, PromptMessage } from './prompt-reader.ts';

const NOT_AN_ANSWER = {
  tone: 'warn',
  text: 'not a recorded answer',
  meaning: 'The program wrote this message in the name of the model; no recorded answer has these words.',
} as const;

/** Tool results passed on by the program. The calls above show them already. */
const RESULT_ROLES: ReadonlySet<string> = new Set(['tool', 'function']);

interface PromptBlockProps {
  readonly prompt: Prompt | null;
  readonly request: unknown;
}

/** The prompt of a model call: the messages that are new since an earlier call, and all of them on request. */
export function PromptBlock({ prompt, request }: PromptBlockProps) {
  if (prompt === null) {
    return (
      <div className="talk-part prompt">
        <h4>Prompt</h4>
        <LongText text={JSON.stringify(request) ?? 'nothing'} />
      </div>
    );
  }
  const { known, fresh, total } = prompt;
  const messages = ownField(request, 'messages');
  const unread = total - known - fresh.length;
  return (
    <div className="talk-part prompt">
      <h4>Prompt</h4>{' '}
      <span className="talk-facts">
        {known === 0
          ? counted(total, 'message')
          : `${counted(total - known, 'new message')} after ${known} from earlier calls`}
      </span>
      {fresh.map((message, place) => !RESULT_ROLES.has(message.role) && <Message key={place} message={message} />)}
      <Results results={fresh.filter(({ role }) => RESULT_ROLES.has(role))} />
      {unread > 0 && (
        <p className="quiet">
          {unread} more {forCount(unread, 'is', 'are')} in the file and not shown here.
        </p>
      )}
      {known > 0 && Array.isArray(messages) && (
        <Collapsible summary={`All ${counted(total, 'message')} of this prompt`}>
          {() => <PromptMessages messages={messages} />}
        </Collapsible>
      )}
    </div>
  );
}

function Results({ results }: { readonly results: readonly PromptMessage[] }) {
  if (results.length === 0) return null;
  const size = results.reduce((sum, { text }) => sum + text.length, 0).toLocaleString('en');
  return (
    <Collapsible summary={`${counted(results.length, 'tool result')}, ${size} characters`}>
      {() => results.map(({ text }, place) => <LongText key={place} text={text} />)}
    </Collapsible>
  );
}

function Message({ message: { role, text, isRecorded } }: { readonly message: PromptMessage }) {
  return (
    <div className="talk-message">
      <p className="attempt-kind">
        <HostileText text={role} limit={20} oneLine /> {isRecorded === false && <DescribedBadge {...NOT_AN_ANSWER} />}
      </p>
      <LongText text={text} />
    </div>
  );
}
