import { useMemo, useRef, useState } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { ArgumentList } from '../attempt/argument-list.tsx';
import type { Row } from '../attempt/build-rows.ts';
import { ProductList } from '../attempt/product-list.tsx';
import { callsOf, rowTitle } from '../attempt/row-label.ts';
import { TruncatedList } from '../attempt/truncated-list.tsx';
import { type AlignedStep, alignSteps, firstDifferenceIndex } from './align-steps.ts';

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
      {hidden > 0 && (
        <button type="button" onClick={() => setWanted(wanted + FIRST)}>
          Show the next {Math.min(FIRST, hidden)} steps
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
  return (
    <article className="compare-step" tabIndex={-1}>
      <p className="attempt-kind">
        <Badge tone={tone}>{text}</Badge> {isParting && <Badge tone="bad">first difference</Badge>}
      </p>
      <div className="attempt-sides">
        <Side name="A" row={step.left === null ? undefined : left[step.left]} />
        <Side name="B" row={step.right === null ? undefined : right[step.right]} />
      </div>
    </article>
  );
}

function Side({ name, row }: { readonly name: string; readonly row: Row | undefined }) {
  if (row === undefined) {
    return (
      <div className="attempt-side">
        <h3>{name}</h3>
        <p className="quiet">No such step.</p>
      </div>
    );
  }
  const recorded = callsOf(row).filter(({ kind }) => kind !== 'inference');
  const completions = callsOf(row).filter(({ kind, text }) => kind === 'inference' && text !== '');
  const tools = new Set(recorded.map(({ path }) => path.split('/').at(-1)));
  // Recorded calls are shown from the record; others, such as a recommendation, from the claims.
  const told = row.kind === 'step' ? row.step.calls.filter((call) => !tools.has(call.name)) : [];
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
            <ArgumentList name={call.path.split('/').at(-1) || call.path} given={call.parameters} />
            <ProductList value={call.response} />
          </div>
        )}
      </TruncatedList>
      <TruncatedList items={told} what="calls">
        {(call) => (
          <div className="attempt-block">
            <ArgumentList name={call.name} given={call.parameters} />
          </div>
        )}
      </TruncatedList>
    </div>
  );
}
