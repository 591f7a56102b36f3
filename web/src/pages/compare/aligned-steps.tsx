import { useMemo, useRef, useState } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { ArgumentList } from '../attempt/argument-list.tsx';
import type { Row } from '../attempt/build-rows.ts';
import { ProductList, WithKnownProducts } from '../attempt/product-list.tsx';
import { callsOf, rowTitle } from '../attempt/row-label.ts';
import { TruncatedList } from '../attempt/truncated-list.tsx';
import { type AlignedStep, alignSteps, firstDifferenceIndex } from './align-steps.ts';
import { differingArguments } from './differing-arguments.ts';

interface AlignedStepsProps {
  readonly left: readonly Row[];
  readonly right: readonly Row[];
}

const KINDS = {
  same: { tone: 'good', text: 'same calls' },
  other: { tone: 'warn', text: 'same tools, different arguments' },
  alone: { tone: 'bad', text: 'only on one side' },
} as const;

/** Of a long attempt, shows the beginning and the rows around the first difference, and more on request. */
const FIRST = 40;
const AROUND = 20;
const MOST = 1_000;

/** Both attempts step by step, equal steps side by side, with the first difference. */
export function AlignedSteps({ left, right }: AlignedStepsProps) {
  const list = useRef<HTMLDivElement>(null);
  const steps = useMemo(() => alignSteps(left, right), [left, right]);
  const both = useMemo(() => [...left, ...right], [left, right]);
  const parting = firstDifferenceIndex(steps);
  const [wanted, setWanted] = useState(Math.min(MOST, Math.max(FIRST, parting + AROUND)));
  const show = (): void => {
    const row = list.current?.children.item(parting);
    if (!(row instanceof HTMLElement)) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'start' });
  };
  const hidden = Math.min(MOST, steps.length) - wanted;
  return (
    <>
      <p>
        {parting === -1 ? (
          `Both did the same in ${counted(steps.length, 'step')}.`
        ) : (
          <>
            {parting === 0 ? 'They differ from the first step on. ' : `The same for ${counted(parting, 'step')}. `}
            <button type="button" onClick={show}>
              Go to the first difference
            </button>
          </>
        )}
      </p>
      <WithKnownProducts rows={both}>
        <div className="compare-steps" ref={list}>
          {steps.slice(0, wanted).map((step, place) => (
            <Pair
              key={`${step.left} ${step.right}`}
              step={step}
              left={left}
              right={right}
              isParting={place === parting}
            />
          ))}
        </div>
      </WithKnownProducts>
      {hidden > 0 && (
        <button type="button" onClick={() => setWanted(wanted + FIRST)}>
          Show the next {counted(Math.min(FIRST, hidden), 'step')}
        </button>
      )}
    </>
  );
}

interface PairProps extends AlignedStepsProps {
  readonly step: AlignedStep;
  readonly isParting: boolean;
}

function Pair({ step, left, right, isParting }: PairProps) {
  const { tone, text } = KINDS[step.kind];
  const leftRow = step.left === null ? undefined : left[step.left];
  const rightRow = step.right === null ? undefined : right[step.right];
  return (
    <article className="compare-step" tabIndex={-1}>
      <p className="attempt-kind">
        <Badge tone={tone}>{text}</Badge> {isParting && <Badge tone="bad">first difference</Badge>}
      </p>
      <div className="attempt-sides">
        <Side name="A" row={leftRow} other={rightRow} />
        <Side name="B" row={rightRow} other={leftRow} />
      </div>
    </article>
  );
}

interface SideProps {
  readonly name: string;
  readonly row: Row | undefined;
  /** The step beside it, whose calls are compared with those of this one. */
  readonly other: Row | undefined;
}

function Side({ name, row, other }: SideProps) {
  if (row === undefined) {
    return (
      <div className="attempt-side">
        <h3>{name}</h3>
        <p className="quiet">No such step.</p>
      </div>
    );
  }
  const { recorded, told } = shownCalls(row);
  const completions = callsOf(row).filter(({ kind, text }) => kind === 'inference' && text !== '');
  const others = other === undefined ? NO_CALLS : shownCalls(other);
  const differing = new Map([
    ...differingArguments(recorded, others.recorded),
    ...differingArguments(told, others.told),
  ]);
  return (
    <div className="attempt-side">
      <h3>
        {name}: {rowTitle(row).toLowerCase()}
      </h3>
      <TruncatedList items={completions} what="answers of models">
        {({ text }) => (
          <div className="attempt-block">
            <p className="attempt-kind">the model says</p>
            <LongText text={text} />
          </div>
        )}
      </TruncatedList>
      {completions.length === 0 && row.kind === 'step' && row.step.think !== null && (
        <div className="attempt-block">
          <p className="attempt-kind">the agent says</p>
          <LongText text={row.step.think} />
        </div>
      )}
      <TruncatedList items={recorded} what="calls">
        {(call) => (
          <div className="attempt-block">
            <ArgumentList name={call.name} given={call.given} differing={differing.get(call)} />
            <ProductList value={call.response} />
          </div>
        )}
      </TruncatedList>
      <TruncatedList items={told} what="calls">
        {(call) => (
          <div className="attempt-block">
            <ArgumentList name={call.name} given={call.given} differing={differing.get(call)} />
          </div>
        )}
      </TruncatedList>
    </div>
  );
}

interface ShownCall {
  readonly name: string;
  readonly given: unknown;
  readonly response?: unknown;
}

interface ShownCalls {
  /** Calls with a record are shown from it. */
  readonly recorded: readonly ShownCall[];
  /** Others, such as a recommendation, are shown from the claims. */
  readonly told: readonly ShownCall[];
}

const NO_CALLS: ShownCalls = { recorded: [], told: [] };

function shownCalls(row: Row): ShownCalls {
  const recorded = callsOf(row)
    .filter(({ kind }) => kind !== 'inference')
    .map(({ path, parameters, response }) => ({ name: path.split('/').at(-1) || path, given: parameters, response }));
  const tools = new Set(recorded.map(({ name }) => name));
  const claims = row.kind === 'step' ? row.step.calls.filter((call) => !tools.has(call.name)) : [];
  return { recorded, told: claims.map(({ name, parameters }) => ({ name, given: parameters })) };
}
