import { Link } from '@tanstack/react-router';
import type { AttemptPageWire, AttemptProblemWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';

/** The problem, and as much of its answer as the reader may see. */
export function ProblemPanel({ attempt }: { readonly attempt: AttemptPageWire }) {
  const { problem, problem_id: problemId } = attempt;
  return (
    <Section title="The problem" note={`${problem.category}, ${problem.difficulty}`}>
      {problem.query === null ? (
        <div className="state">
          <strong>The question is not public.</strong>
          {attempt.phase === 'RACE'
            ? 'Races are run on hidden problems, and those are drawn again.'
            : 'It belongs to a suite that is not public.'}
        </div>
      ) : (
        <Question problem={problem} />
      )}
      {problem.asked !== null && problem.constraints === null && (
        <p className="quiet">
          The values are not listed here; the question states them. The answer key is published when the problem is no
          longer in use; a winner’s qualifying logs when its code is released and no validator still runs it.
        </p>
      )}
      {problem.constraints !== null && (
        <p>
          <Link to="/problems/$problemId" params={{ problemId }}>
            The answer
          </Link>
        </p>
      )}
    </Section>
  );
}

/** The question and its constraints. */
export function Question({ problem: { query, asked } }: { readonly problem: AttemptProblemWire }) {
  return (
    <>
      {query !== null && (
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
    </>
  );
}

type Item = NonNullable<AttemptProblemWire['asked']>['items'][number];

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
