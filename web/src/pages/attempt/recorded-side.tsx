import { isJsonObject, ownField } from '../../../../src/verdict/rules/json-object.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { ArgumentList } from './argument-list.tsx';
import { isUntold } from './describe-match.ts';
import { Fold } from './fold.tsx';
import { LongText } from './long-text.tsx';
import { MarkedText } from './marked-text.tsx';
import { ProductList } from './product-list.tsx';
import type { JudgedQuote } from './read-evidence.ts';
import type { RecordedCall } from './recorded-call.ts';

interface RecordedSideProps {
  readonly calls: readonly RecordedCall[];
  /** Those that some claim is about. */
  readonly claimed: ReadonlySet<RecordedCall>;
  readonly quotes: readonly JudgedQuote[];
}

/** What the gateway wrote down, which the agent could neither write, drop nor reorder. */
export function RecordedSide({ calls, claimed, quotes }: RecordedSideProps) {
  return (
    <div className="attempt-side recorded">
      <h4>The gateway recorded</h4>
      {calls.length === 0 && <p className="quiet">Nothing.</p>}
      {calls.map((call, place) => (
        <div className="attempt-block" key={`${place}`}>
          <p className="attempt-kind">
            #{call.sequence} <HostileText text={call.kind} limit={20} oneLine /> <Facts call={call} />
            {isUntold(call.kind) && !claimed.has(call) && <Badge tone="warn">not in the dialogue</Badge>}
            {call.fault !== null && (
              <Badge tone="bad">
                <HostileText text={call.fault} limit={40} oneLine />
              </Badge>
            )}
          </p>
          {call.kind === 'inference' ? (
            <Completion call={call} quotes={quotes.filter((quote) => quote.call === call.sequence)} />
          ) : (
            <>
              <ArgumentList name={call.path.split('/').at(-1) || call.path} given={call.parameters} />
              <ProductList value={call.response} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function Facts({ call }: { readonly call: RecordedCall }) {
  const facts = [
    call.status !== 200 && `status ${call.status}`,
    call.milliseconds !== null && `${call.milliseconds.toLocaleString('en')} ms`,
    call.completionTokens !== null && `${call.promptTokens ?? '?'} + ${call.completionTokens} tokens`,
    call.microdollars !== null && `$${(call.microdollars / 1e6).toFixed(6)}`,
  ].filter((fact) => typeof fact === 'string');
  return <span className="quiet">{facts.join(' · ')} </span>;
}

function Completion({ call, quotes }: { readonly call: RecordedCall; readonly quotes: readonly JudgedQuote[] }) {
  const messages = ownField(call.request, 'messages');
  const model = ownField(call.request, 'model');
  return (
    <>
      {call.text === '' && call.emitted.length === 0 ? (
        <LongText text={JSON.stringify(call.response) ?? 'nothing'} />
      ) : (
        <MarkedText text={call.text} quotes={quotes} />
      )}
      {call.emitted.map((emitted, place) => (
        <p className="attempt-emitted" key={`${call.sequence} ${place}`}>
          <span className="quiet">asks for</span>{' '}
          <code>
            <HostileText text={`${emitted.name} ${emitted.arguments}`} limit={600} oneLine />
          </code>
        </p>
      ))}
      {Array.isArray(messages) && (
        <Fold
          summary={
            <>
              What the model was sent: {messages.length} {messages.length === 1 ? 'message' : 'messages'}
              {typeof model === 'string' && (
                <>
                  {' to '}
                  <HostileText text={model} limit={60} oneLine />
                </>
              )}
            </>
          }
        >
          {() => <Messages messages={messages} />}
        </Fold>
      )}
    </>
  );
}

const MOST_MESSAGES = 200;

function Messages({ messages }: { readonly messages: readonly unknown[] }) {
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
