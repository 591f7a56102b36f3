import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import { Fold } from './fold.tsx';
import { LongText } from './long-text.tsx';

/** What the agent was asked, and as much of what it was meant to find as the reader may know. */
export function ProblemPanel({ attempt }: { readonly attempt: AttemptPageWire }) {
  const { category, difficulty, query, asked, constraints } = attempt.problem;
  return (
    <Section title="The problem" note={`${category}, ${difficulty}`}>
      {query === null ? (
        <div className="state">
          <strong>The question is not public.</strong>
          {attempt.phase === 'RACE'
            ? 'Races are run on hidden problems, and those are drawn again.'
            : 'It is of a suite whose problems are not shown.'}
        </div>
      ) : (
        <blockquote className="attempt-query">
          <HostileText text={query} />
        </blockquote>
      )}
      {asked !== null && (
        <>
          <p className="attempt-kind">Constraints{asked.voucher && ', with a voucher'}</p>
          <ul className="attempt-asked">
            {asked.items.map((item, place) => (
              <li key={place}>
                {asked.items.length > 1 && `Item ${place + 1}: `}
                {describeItem(item)}
              </li>
            ))}
          </ul>
        </>
      )}
      {constraints === null ? (
        asked !== null && (
          <p className="quiet">
            Their values are not listed here; the question states them. Once a winner’s code is released, its answers in
            qualifying are public with it.
          </p>
        )
      ) : (
        <Fold summary="The answer key (operators only)">
          {() => <LongText text={JSON.stringify(constraints, null, 2)} />}
        </Fold>
      )}
    </Section>
  );
}

type Item = NonNullable<AttemptPageWire['problem']['asked']>['items'][number];

function describeItem({ price, services, options, attributes }: Item): string {
  const parts = [
    'the kind of product',
    price && 'a price range',
    services > 0 && counted(services, 'service'),
    options > 0 && counted(options, 'option'),
    attributes > 0 && counted(attributes, 'attribute'),
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
