import { Fragment, type ReactNode, useMemo } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { AnsweringModel } from './answering-model.tsx';
import { ArgumentList } from './argument-list.tsx';
import type { Row } from './build-rows.ts';
import { Collapsible } from './collapsible.tsx';
import { type ConversationPart, conversationParts, type ModelPart } from './conversation-parts.ts';
import { isUntold, SUPPORTED_CALLS, SUPPORTED_WORDS } from './describe-match.ts';
import { DescribedBadge } from './described-badge.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { MarkedText } from './marked-text.tsx';
import type { PairedCall } from './pair-calls.ts';
import { ProductList } from './product-list.tsx';
import { PromptBlock } from './prompt-block.tsx';
import type { PromptReader } from './prompt-reader.ts';
import type { JudgedQuote } from './read-evidence.ts';
import type { RecordedCall } from './recorded-call.ts';
import { usageText } from './step-usage.ts';
import { TruncatedList } from './truncated-list.tsx';

/** Limit on parts other than model calls, of which a row has few. A step may claim thousands of calls. */
const MOST_OTHERS = 30;

interface StepConversationProps {
  readonly row: Row;
  readonly prompts: PromptReader;
  readonly quotes: readonly JudgedQuote[];
}

/** One row as one column: prompt, answer, calls and results in order, with the record's support for each claim. */
export function StepConversation({ row, prompts, quotes }: StepConversationProps) {
  const parts = useMemo(() => conversationParts(row), [row]);
  const folded = useMemo(() => new Set(parts.filter(({ kind }) => kind !== 'model').slice(MOST_OTHERS)), [parts]);
  const show = (part: ConversationPart) => <Part part={part} prompts={prompts} quotes={quotes} />;
  return (
    <div className="talk">
      {row.kind === 'step' && row.step.malformed && <Badge tone="warn">not a valid step</Badge>}
      {parts.length === 0 && <p className="quiet">No readable content.</p>}
      {parts.map((part, place) => !folded.has(part) && <Fragment key={place}>{show(part)}</Fragment>)}
      {folded.size > 0 && (
        <Collapsible summary={`${folded.size.toLocaleString('en')} more calls and claims of this step`}>
          {() => (
            <TruncatedList items={[...folded]} what="calls">
              {show}
            </TruncatedList>
          )}
        </Collapsible>
      )}
    </div>
  );
}

interface PartProps {
  readonly part: ConversationPart;
  readonly prompts: PromptReader;
  readonly quotes: readonly JudgedQuote[];
}

function Part({ part, prompts, quotes }: PartProps) {
  switch (part.kind) {
    case 'model':
      return (
        <>
          <PromptBlock prompt={prompts.read(part.call)} request={part.call.request} />
          <Answer part={part} quotes={quotes.filter(({ call }) => call === part.call.sequence)} />
        </>
      );
    case 'tool':
      return <Tool call={part.call} claim={part.claim} />;
    case 'claim':
      return <Claim claim={part.claim} />;
    case 'words':
      return (
        <Block
          kind="claim"
          name={part.what === 'thought' ? 'Claimed thought' : 'Claimed response'}
          facts={
            <>
              <DescribedBadge {...SUPPORTED_WORDS[part.origin]} />
              {part.saidIn !== undefined && ` in #${part.saidIn.sequence}`}
            </>
          }
        >
          <LongText text={part.text} />
        </Block>
      );
  }
}

interface BlockProps {
  readonly kind: 'model' | 'tool' | 'claim';
  readonly name: ReactNode;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

function Block({ kind, name, facts, children }: BlockProps) {
  return (
    <div className={`talk-part ${kind}`}>
      <h4>{name}</h4> <span className="talk-facts">{facts}</span>
      {children}
    </div>
  );
}

function Answer({ part, quotes }: { readonly part: ModelPart; readonly quotes: readonly JudgedQuote[] }) {
  const { call, told } = part;
  const { text, reasoningLength } = call;
  // Skips the line break between reasoning and answer, which would show as an empty line.
  const answerStart = text.length - (reasoningLength === 0 ? text : text.slice(reasoningLength).trimStart()).length;
  return (
    <Block
      kind="model"
      name="Model answer"
      facts={
        <>
          <CallFacts call={call} /> {call.answeredBy !== null && <AnsweringModel by={call.answeredBy} />}{' '}
          {told.map((what) => (
            <DescribedBadge key={what} {...SUPPORTED_WORDS.recorded} text={`contains the claimed ${what}`} />
          ))}
        </>
      }
    >
      {reasoningLength > 0 && (
        <div className="talk-reasoning">
          <p className="attempt-kind">reasoning</p>
          <MarkedText text={text} quotes={quotes} to={reasoningLength} />
        </div>
      )}
      {answerStart < text.length && <MarkedText text={text} quotes={quotes} from={answerStart} />}
      {text === '' && call.emitted.length === 0 && <LongText text={JSON.stringify(call.response) ?? 'nothing'} />}
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
    </Block>
  );
}

function Tool({ call, claim }: { readonly call: RecordedCall; readonly claim: PairedCall | null }) {
  const isPart = claim?.match === 'composed';
  return (
    <Block
      kind="tool"
      name="Tool call"
      facts={
        <>
          <CallFacts call={call} />{' '}
          {claim === null && isUntold(call.kind) && <Badge tone="warn">not in the dialogue</Badge>}
          {claim !== null && !isPart && <DescribedBadge {...SUPPORTED_CALLS[claim.match]} />}
          {isPart && (
            <>
              part of <HostileText text={claim.claim.name} limit={80} oneLine />
            </>
          )}
        </>
      }
    >
      <ArgumentList name={call.path.split('/').at(-1) || call.path || call.kind} given={call.parameters} />
      <ProductList value={call.response} />
      {claim !== null && !isPart && claim.differences.length > 0 && <Contradicted claim={claim} />}
    </Block>
  );
}

/** The agent's claim, where it differs from the record. */
function Contradicted({ claim: { claim, match, differences } }: { readonly claim: PairedCall }) {
  return (
    <div className="talk-claimed">
      {match === 'other arguments' && (
        <>
          <p className="attempt-kind">The agent claims</p>
          <ArgumentList name={claim.name} given={claim.parameters} />
        </>
      )}
      <DifferencesTable differences={differences} />
      {claim.result !== undefined && <ClaimedResult result={claim.result} />}
    </div>
  );
}

function Claim({ claim: { claim, match, recorded } }: { readonly claim: PairedCall }) {
  return (
    <Block
      kind="claim"
      name="Claimed call"
      facts={
        <>
          <DescribedBadge {...SUPPORTED_CALLS[match]} />{' '}
          {recorded.length > 0 && counted(recorded.length, 'recorded call')}
        </>
      }
    >
      <ArgumentList name={claim.name} given={claim.parameters} />
      {claim.result !== undefined && <ClaimedResult result={claim.result} />}
    </Block>
  );
}

function ClaimedResult({ result }: { readonly result: unknown }) {
  const size = Array.isArray(result) ? counted(result.length, 'product') : 'a value';
  return <Collapsible summary={`Claimed result: ${size}`}>{() => <ProductList value={result} />}</Collapsible>;
}

function CallFacts({ call }: { readonly call: RecordedCall }) {
  const facts = [
    `#${call.sequence}`,
    call.kind !== 'inference' && call.kind !== 'search' && call.kind !== 'view' && call.kind,
    call.status !== 200 && `status ${call.status}`,
    call.milliseconds !== null && `${call.milliseconds.toLocaleString('en')} ms`,
    usageText([call]),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <>
      <HostileText text={facts.join(' · ')} limit={160} oneLine />{' '}
      {call.fault !== null && (
        <Badge tone="bad">
          <HostileText text={call.fault} limit={40} oneLine />
        </Badge>
      )}
    </>
  );
}
