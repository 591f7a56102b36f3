import { isJsonObject, ownField } from '../../../../src/json/json-object.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';

const MOST_MESSAGES = 200;

/** All messages of a prompt as they were sent; only the newest if there are very many. */
export function PromptMessages({ messages }: { readonly messages: readonly unknown[] }) {
  return (
    <ol className="attempt-messages">
      {messages.slice(-MOST_MESSAGES).map((message, place) => {
        const content = ownField(message, 'content');
        const role = ownField(message, 'role');
        const { content: _, role: __, ...rest } = isJsonObject(message) ? message : { message };
        const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : '';
        return (
          <li key={place}>
            <span className="quiet">
              <HostileText text={typeof role === 'string' ? role : 'message'} limit={20} oneLine />
            </span>
            <LongText
              text={[typeof content === 'string' ? content : JSON.stringify(content), more].join('\n').trim()}
            />
          </li>
        );
      })}
    </ol>
  );
}
