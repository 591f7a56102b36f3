import type { AttemptProblemWire } from '../../../../src/board/wire.ts';
import type { PriceConstraint, Problem, Target } from '../../../../src/problems/problem.ts';
import type { ScoreField } from '../../../../src/verdict/score-fields.ts';
import type { Wanted } from '../../../../src/verdict/wanted-and-got.ts';

type AnswerItem = NonNullable<AttemptProblemWire['answer']>['items'][number];

/** What the problem asks for, as far as the arena reveals it: the answer, the constraints, or nothing. */
export function wantedOf({ category, difficulty, query, asked, answer }: AttemptProblemWire): Wanted {
  if (answer == null) return asked ?? 'hidden';
  const { budget } = answer;
  return {
    id: '',
    category,
    difficulty,
    query: query ?? '',
    targets: answer.items.map(targetOf),
    // The API reveals only the budget of the voucher.
    ...(budget !== null && { voucher: { budget } as NonNullable<Problem['voucher']> }),
  };
}

function targetOf({ product_id, accepts, titles, keyword, price, services, options, attributes }: AnswerItem): Target {
  const range = price === null ? undefined : rangeOf(price);
  return {
    productId: product_id,
    ...(accepts !== null && { accepts }),
    titles,
    ...(keyword !== null && { keyword }),
    ...(range !== undefined && { price: range }),
    services: services as Target['services'],
    options,
    attributes,
  };
}

function rangeOf({ low, high }: { low: number | null; high: number | null }): PriceConstraint | undefined {
  if (low !== null && high !== null) return { mode: 'between', low, high };
  if (low !== null) return { mode: 'greater than', low };
  return high === null ? undefined : { mode: 'less than', high };
}

/** Fields of a verdict that the problem does not ask about; their scores mean nothing. Empty if unknown. */
export function fieldsNotAsked({ asked }: Pick<AttemptProblemWire, 'asked'>): ReadonlySet<string> {
  if (asked === null) return new Set();
  const { items } = asked;
  const fields: readonly [ScoreField, boolean][] = [
    ['price', items.some(({ price }) => price)],
    ['service', items.some(({ services }) => services > 0)],
    ['sku & attrs', items.some(({ options, attributes }) => options + attributes > 0)],
  ];
  return new Set(fields.filter(([, isAsked]) => !isAsked).map(([field]) => field));
}
