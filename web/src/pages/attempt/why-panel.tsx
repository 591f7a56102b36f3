import { useMemo } from 'react';
import type { AnswerWire, AttemptPageWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import type { RuleScores } from '../../../../src/verdict/score-fields.ts';
import { shownListings } from '../../../../src/verdict/shown-listings.ts';
import { type WantedAndGot, wantedAndGot } from '../../../../src/verdict/wanted-and-got.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { failureOf } from '../../parts/failure-of.ts';
import { FailureReason } from '../../parts/failure-reason.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import type { Row } from './build-rows.ts';
import { textAt } from './field-at.ts';
import { PROBLEM_RESULTS } from './problem-results.ts';
import type { Evidence } from './read-evidence.ts';
import { rowTitle } from './row-label.ts';
import { acceptedProducts, type FailureTrace, type MetProduct, traceFailure } from './trace-failure.ts';
import { wantedOf } from './wanted-problem.ts';

interface WhyPanelProps {
  readonly attempt: AttemptPageWire;
  readonly evidence: Evidence | null;
  readonly rows: readonly Row[];
  readonly onShow: (row: number) => void;
}

/** Validators may upload anything; a problem asks for only a few products. */
const MOST_RECOMMENDED = 20;
const MOST_CALLS = 2_000;
const MOST_PASSING = 5;

/**
 * Why an attempt failed: wanted and recommended side by side, and the step that decided. Renders nothing for a success.
 */
export function WhyPanel({ attempt, evidence, rows, onShow }: WhyPanelProps) {
  const status = attempt.result?.status;
  if (status !== 'FAILED' && status !== 'TIMED_OUT') return null;
  const failure = failureOf(attempt.result!);
  const sheet = evidence?.sheets[0];
  const hasFault = evidence?.attempt?.fault != null || textAt(attempt.result?.score_components, 'fault_code') !== null;
  return (
    <Section title="Why it failed">
      <p>
        <Badge tone="bad">{PROBLEM_RESULTS[status].text}</Badge>{' '}
        {failure === null ? 'The reason is in the evidence.' : <FailureReason failure={failure} />}
      </p>
      {sheet !== undefined && !hasFault && (
        <Explained
          attempt={attempt}
          evidence={evidence!}
          recommended={sheet.recommended}
          scores={sheet.scores}
          rows={rows}
          onShow={onShow}
        />
      )}
    </Section>
  );
}

interface ExplainedProps extends Pick<WhyPanelProps, 'attempt' | 'rows' | 'onShow'> {
  readonly evidence: Evidence;
  readonly recommended: readonly string[];
  readonly scores: Readonly<Record<string, number>>;
}

function Explained({ attempt, evidence, recommended: all, scores, rows, onShow }: ExplainedProps) {
  const { problem } = attempt;
  const { fields, trace } = useMemo(() => {
    const calls = (evidence.calls ?? []).slice(0, MOST_CALLS);
    const recommended = all.slice(0, MOST_RECOMMENDED);
    const given = { recommended, scores: { product: 0, ...scores } as RuleScores };
    return {
      fields: wantedAndGot(given, wantedOf(problem), shownListings(calls)),
      trace: traceFailure(rows, calls, recommended, problem.answer ?? null),
    };
  }, [problem, evidence, all, scores, rows]);
  const isKnown = problem.answer != null;
  return (
    <>
      <DataTable
        caption={
          isKnown
            ? 'Requested vs. recommended, field by field'
            : 'What was recommended, field by field. The values that were requested are public once the problem is out of use.'
        }
        columns={columnsOf(fields, problem.answer ?? null)}
        rows={fields.map((field, place) => ({ ...field, place }))}
        rowKey={({ place }) => `${place}`}
      />
      {evidence.calls !== null && <Trace trace={trace} rows={rows} onShow={onShow} />}
    </>
  );
}

type FieldRow = WantedAndGot & { readonly place: number };

function columnsOf(fields: readonly WantedAndGot[], answer: AnswerWire | null): Column<FieldRow>[] {
  const several = new Set(fields.map(({ item }) => item)).size > 1;
  return [
    ...(several ? [{ head: 'Item', cell: ({ item }: FieldRow) => (item === 0 ? 'all' : item) }] : []),
    {
      head: 'Field',
      cell: (row) => (
        <>
          {row.field} <Met row={row} answer={answer} />
        </>
      ),
    },
    { head: 'Requested', cell: ({ wanted }) => <HostileText text={wanted} limit={200} oneLine /> },
    { head: 'Recommended', decisive: true, cell: ({ got }) => <HostileText text={got} limit={200} oneLine /> },
  ];
}

/**
 * A score covers all products together. For the field `product` it only says that the product exists, not that it is
 * the wanted one.
 */
function Met({ row, answer }: { readonly row: WantedAndGot; readonly answer: AnswerWire | null }) {
  const { item, field, score, got } = row;
  if (field === 'product') {
    if (got === 'nothing') return <Badge tone="bad">missing</Badge>;
    if (score < 1) return <Badge tone="bad">{score === 0 ? 'does not exist' : 'not all exist'}</Badge>;
    const target = answer?.items[item - 1];
    if (target === undefined) return <span className="quiet">exists</span>;
    const isAccepted = acceptedProducts(target).has(got);
    return <Badge tone={isAccepted ? 'good' : 'bad'}>{isAccepted ? 'accepted' : 'not accepted'}</Badge>;
  }
  if (score >= 1) return <Badge tone="good">met</Badge>;
  return <Badge tone="bad">{score === 0 ? 'not met' : `partly met (${score.toFixed(2)})`}</Badge>;
}

interface TraceProps extends Pick<WhyPanelProps, 'rows' | 'onShow'> {
  readonly trace: FailureTrace;
}

function Trace({ trace, rows, onShow }: TraceProps) {
  const { recommended, recommendedIn, passing, turn, searches } = trace;
  const step = (row: number) => <StepButton rows={rows} row={row} onShow={onShow} />;
  return (
    <ul className="attempt-trace">
      {turn?.kind === 'chose another' && (
        <li>
          <Badge tone="bad">went wrong</Badge> in {step(turn.row)}: it had seen {counted(passing!.length, 'product')}{' '}
          that would have passed, and recommended another.
        </li>
      )}
      {turn?.kind === 'never found' && (
        <li>
          <Badge tone="bad">went wrong</Badge> from {step(turn.row)} on: none of {counted(searches, 'step')} with a
          search showed a product that would have passed.
        </li>
      )}
      {turn?.kind === 'no recommendation' && (
        <li>
          <Badge tone="bad">went wrong</Badge> in {step(turn.row)}: it ended without a recommendation.
        </li>
      )}
      {passing?.slice(0, MOST_PASSING).map((product) => (
        <li key={product.id}>
          <Badge tone="good">would have passed</Badge> <Product product={product} />, shown in {step(product.row)}
        </li>
      ))}
      {passing !== null && passing.length > MOST_PASSING && (
        <li className="quiet">{passing.length - MOST_PASSING} more that would have passed were shown</li>
      )}
      {recommended.slice(0, MOST_PASSING).map((product, place) => (
        <li key={`recommended ${place}`}>
          <span className="quiet">recommended</span> <Product product={product} />,{' '}
          {product.row === -1 ? (
            'which no search or page of this attempt showed'
          ) : (
            <>first shown in {step(product.row)}</>
          )}
          {recommendedIn !== -1 && <>, recommended in {step(recommendedIn)}</>}
        </li>
      ))}
    </ul>
  );
}

function Product({ product: { id, title } }: { readonly product: MetProduct }) {
  return (
    <>
      <code>
        <HostileText text={id} limit={60} oneLine />
      </code>{' '}
      {title !== null && <HostileText text={title} limit={120} oneLine />}
    </>
  );
}

interface StepButtonProps extends Pick<WhyPanelProps, 'rows' | 'onShow'> {
  readonly row: number;
}

function StepButton({ rows, row, onShow }: StepButtonProps) {
  const found = rows[row];
  if (found === undefined) return 'a step that is not shown';
  return (
    <button type="button" className="plain attempt-step" onClick={() => onShow(row)}>
      {rowTitle(found).toLowerCase()}
    </button>
  );
}
