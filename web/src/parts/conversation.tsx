import type { RowMessage } from '../../../src/chat/schema.ts';
import { isJsonObject } from '../../../src/json/json-object.ts';
import { forCount } from '../../../src/text/counted.ts';
import { HostileText } from './hostile-text.tsx';
import { LongText } from './long-text.tsx';
import { type MessageRole, messageRole } from './message-role.ts';
import './conversation.css';

const MOST_MESSAGES = 300;
const MOST_ARGUMENTS = 20;

/** Messages, tool calls and results of a model as one column. All of it is untrusted text. */
export function Conversation({ messages }: { readonly messages: readonly RowMessage[] }) {
  const left = messages.length - MOST_MESSAGES;
  return (
    <>
      <ol className="conversation">
        {messages.slice(0, MOST_MESSAGES).map((message, place) => (
          <li key={place} data-role={message.role}>
            <p className="conversation-role">
              <Role name={messageRole(messages, place)} />
            </p>
            <Said message={message} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p className="quiet">
          {left.toLocaleString('en')} more {forCount(left, 'message is', 'messages are')} not shown.
        </p>
      )}
    </>
  );
}

function Role({ name: { text, tool } }: { readonly name: MessageRole }) {
  if (tool === undefined) return text;
  return (
    <>
      {text} <HostileText text={tool} oneLine limit={60} />
    </>
  );
}

function Said({ message }: { readonly message: RowMessage }) {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const isSilent = message.content.trim() === '';
  return (
    <>
      {isSilent && calls.length === 0 && <p className="quiet">Nothing.</p>}
      {!isSilent && (
        <div className="conversation-text">
          <LongText text={message.content} />
        </div>
      )}
      {calls.map(({ id, function: { name, arguments: given } }, place) => (
        <Call key={`${id} ${place}`} name={name} given={given} />
      ))}
    </>
  );
}

function Call({ name, given }: { readonly name: string; readonly given: string }) {
  const named = argumentsIn(given);
  return (
    <div className="conversation-call">
      <span className="quiet">calls</span>{' '}
      <code>
        <HostileText text={name} oneLine limit={60} />
      </code>
      {named === undefined ? (
        <p>
          <HostileText text={given} limit={2_000} />
        </p>
      ) : (
        <dl>
          {named.map(([key, value]) => (
            <div key={key}>
              <dt>
                <HostileText text={key} oneLine limit={60} />
              </dt>
              <dd>
                <HostileText text={typeof value === 'string' ? value : JSON.stringify(value)} limit={1_000} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Undefined if the arguments are not a JSON object. */
function argumentsIn(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const given: unknown = JSON.parse(text);
    return isJsonObject(given) ? Object.entries(given).slice(0, MOST_ARGUMENTS) : undefined;
  } catch {
    return undefined;
  }
}
