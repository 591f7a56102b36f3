import { Fragment } from 'react';
import { ownField } from '../../../../src/json/json-object.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { AnsweringModel } from './answering-model.tsx';
import { ArgumentList } from './argument-list.tsx';
import { Collapsible } from './collapsible.tsx';
import { isUntold } from './describe-match.ts';
import { MarkedText } from './marked-text.tsx';
import { ProductList } from './product-list.tsx';
import { PromptMessages } from './prompt-messages.tsx';
import type { JudgedQuote } from './read-evidence.ts';
import type { RecordedCall } from './recorded-call.ts';
import { TruncatedList } from './truncated-list.tsx';

const MOST_CLAIMED = 20;

interface RecordedSideProps {
  readonly calls: readonly RecordedCall[];
  /** Calls with a claim about them. */
  readonly claimed: ReadonlySet<RecordedCall>;
  readonly quotes: readonly JudgedQuote[];
}

/** The gateway's record, which the agent cannot forge, shorten or reorder. */
export function RecordedSide({ calls, claimed, quotes }: RecordedSideProps) {
  // A step may have thousands of claimed calls. The others are few and are all shown, because quotes refer to them.
  const last = calls.filter((call) => claimed.has(call)).at(MOST_CLAIMED)?.sequence ?? Infinity;
  const shown = calls.filter((call) => !claimed.has(call) || call.sequence < last);
  const others = calls.filter((call) => claimed.has(call) && call.sequence >= last);
  const block = (call: RecordedCall) => (
    <RecordedBlock
      call={call}
      isTold={claimed.has(call)}
      quotes={quotes.filter((quote) => quote.call === call.sequence)}
    />
  );
  return (
    <div className="attempt-side recorded">
      <h4>The gateway recorded</h4>
      {calls.length === 0 && <p className="quiet">Nothing.</p>}
      {shown.map((call, place) => (
        <Fragment key={place}>{block(call)}</Fragment>
      ))}
      {others.length > 0 && (
        <Collapsible
          summary={`${others.length.toLocaleString('en')} more ${forCount(others.length, 'call')} that the agent reports`}
        >
          {() => (
            <TruncatedList items={others} what="calls">
              {block}
            </TruncatedList>
          )}
        </Collapsible>
      )}
    </div>
  );
}

interface RecordedBlockProps {
  readonly call: RecordedCall;
  readonly isTold: boolean;
  /** The judge's quotes from this call. */
  readonly quotes: readonly JudgedQuote[];
}

function RecordedBlock({ call, isTold, quotes }: RecordedBlockProps) {
  return (
    <div className="attempt-block">
      <p className="attempt-kind">
        #{call.sequence} <HostileText text={call.kind} limit={20} oneLine /> <Facts call={call} />
        {call.answeredBy !== null && <AnsweringModel by={call.answeredBy} />}
        {isUntold(call.kind) && !isTold && <Badge tone="warn">not in the dialogue</Badge>}
        {call.fault !== null && (
          <Badge tone="bad">
            <HostileText text={call.fault} limit={40} oneLine />
          </Badge>
        )}
      </p>
      {call.kind === 'inference' ? (
        <Completion call={call} quotes={quotes} />
      ) : (
        <>
          <ArgumentList name={call.path.split('/').at(-1) || call.path} given={call.parameters} />
          <ProductList value={call.response} />
        </>
      )}
    </div>
  );
}

function Facts({ call }: { readonly call: RecordedCall }) {
  const facts = [
    call.status !== 200 && `status ${call.status}`,
    call.milliseconds !== null && `${call.milliseconds.toLocaleString('en')} ms`,
    call.completionTokens !== null &&
      `${call.promptTokens ?? '?'} + ${call.completionTokens} tokens${call.tokensEstimated ? ' (estimated)' : ''}`,
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
      <TruncatedList items={call.emitted} what="requested calls">
        {(emitted) => (
          <p className="attempt-emitted">
            <span className="quiet">asks for</span>{' '}
            <code>
              <HostileText text={`${emitted.name} ${emitted.arguments}`} limit={600} oneLine />
            </code>
          </p>
        )}
      </TruncatedList>
      {Array.isArray(messages) && (
        <Collapsible
          summary={
            <>
              What the model was sent: {counted(messages.length, 'message')}
              {typeof model === 'string' && (
                <>
                  {' to '}
                  <HostileText text={model} limit={60} oneLine />
                </>
              )}
            </>
          }
        >
          {() => <PromptMessages messages={messages} />}
        </Collapsible>
      )}
    </>
  );
}
