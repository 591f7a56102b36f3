import type { AttemptProblemWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { wantedAndGot } from '../../../../src/verdict/wanted-and-got.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Section } from '../../parts/section.tsx';
import { Collapsible } from '../attempt/collapsible.tsx';
import { acceptedProducts } from '../attempt/trace-failure.ts';
import { wantedOf } from '../attempt/wanted-problem.ts';

interface AnswerLine {
  readonly place: number;
  readonly item: number;
  readonly field: string;
  readonly wanted: string;
}

const COLUMNS: readonly Column<AnswerLine>[] = [
  { head: 'Item', cell: ({ item }) => item },
  { head: 'Field', cell: ({ field }) => field },
  { head: 'Wanted', decisive: true, cell: ({ wanted }) => <HostileText text={wanted} limit={600} oneLine /> },
];

/** What the problem accepts, if the arena sends it: to the operator, and to everyone once it is public. */
export function AnswerPanel({ problem }: { readonly problem: AttemptProblemWire }) {
  const { answer, constraints } = problem;
  if (answer == null) {
    return (
      <Section title="The answer">
        <div className="state">
          <strong>The answer is not public.</strong>
          It is published only if the problem is in a public suite and retired, and no active or future suite and no
          open run uses it.
        </div>
      </Section>
    );
  }
  const accepted = answer.items.map((item) => [...acceptedProducts(item)]);
  // What is wanted does not depend on any recommendation, so an empty one is passed.
  const empty = { recommended: [], scores: {} } as unknown as Parameters<typeof wantedAndGot>[0];
  const lines = wantedAndGot(empty, wantedOf(problem), new Map()).filter(({ item }) => item > 0);
  return (
    <Section title="The answer">
      <DataTable
        caption={
          answer.budget === null ? 'What was wanted' : `What was wanted, for at most ${answer.budget} after the voucher`
        }
        columns={COLUMNS}
        rows={lines.map(({ item, field, wanted }, place) => ({ place, item, field, wanted }))}
        rowKey={({ place }) => `${place}`}
      />
      <Collapsible summary={`Accepted products: ${accepted.map((ids) => counted(ids.length, 'listing')).join(', ')}`}>
        {() => <LongText text={accepted.map((ids, place) => `Item ${place + 1}: ${ids.join(', ')}`).join('\n')} />}
      </Collapsible>
      {constraints !== null && (
        <Collapsible summary="Raw data">{() => <LongText text={JSON.stringify(constraints, null, 2)} />}</Collapsible>
      )}
    </Section>
  );
}
