import { analyse, isFiller } from '../market/analysis.ts';
import { mean } from '../statistics/mean.ts';
import { median } from '../statistics/quantile.ts';
import { words } from '../text/words.ts';
import { type Category, FLOORS, type Problem, SOLVING_STEPS, type Target } from './problem.ts';

/** One line of a comparison: a share from 0 to 1, or a number. */
export interface Statistic {
  readonly name: string;
  readonly kind: 'share' | 'number';
  /** `undefined` if the problems do not contain this information. */
  readonly value: number | undefined;
}

/** Statistics of what a set of problems asks for and how it is worded, for comparison with another set. */
export function problemStatistics(problems: readonly Problem[]): readonly Statistic[] {
  const targets = problems.flatMap((problem) => problem.targets);
  const vouchers = problems.flatMap(({ voucher }) => (voucher === undefined ? [] : [voucher]));
  const fixed = vouchers.filter(({ discount }) => discount.type === 'fixed');
  const measured = problems.filter(({ measure }) => measure?.solvedBy !== undefined);
  return [
    number('problems', problems.length),
    number('words per query, median', medianOf(problems.map(({ query }) => words(query).length))),
    number('items per problem, mean', problems.length === 0 ? undefined : targets.length / problems.length),
    share('items with a price', targets, ({ price }) => price !== undefined),
    ...(['less than', 'greater than', 'between'] as const).map((mode) =>
      share(
        `prices "${mode}"`,
        targets.filter(({ price }) => price !== undefined),
        ({ price }) => price!.mode === mode,
      ),
    ),
    share('items with a service', targets, ({ services }) => services.length > 0),
    share('items with a brand', targets, ({ attributes }) => Object.hasOwn(attributes, 'brand')),
    share('items with an attribute', targets, ({ attributes }) => Object.keys(attributes).length > 0),
    share('items with an option', targets, ({ options }) => Object.keys(options).length > 0),
    share('vouchers for one shop', vouchers, ({ scope }) => scope === 'shop'),
    share('vouchers with a fixed discount', vouchers, ({ discount }) => discount.type === 'fixed'),
    share(
      'fixed vouchers needed for the budget',
      fixed,
      ({ discount, budget, priceAfterVoucher }) =>
        discount.type === 'fixed' && priceAfterVoucher + discount.amount > budget,
    ),
    number('content words that stand in the answer, mean', meanOverlap(problems)),
    share('queries that read like a form', problems, ({ query }) => FORM.test(query)),
    share('queries with a word twice in a row', problems, ({ query }) => repeatsWord(query)),
    ...FLOORS.map((floor) =>
      share(`solved by ${floor}`, measured, ({ measure }) => measure!.solvedBy!.includes(floor)),
    ),
    share(
      'solved by house/expert',
      problems.filter(({ measure }) => measure?.expert !== undefined),
      ({ measure }) => measure!.expert === true,
    ),
    ...SOLVING_STEPS.map((step) =>
      share(`needs ${STEP_NAMES[step]}`, measured, ({ measure }) => measure!.steps?.includes(step) === true),
    ),
  ];
}

const STEP_NAMES = {
  page: 'product pages',
  compare: 'a comparison',
  arithmetic: 'arithmetic',
  lookup: 'a lookup',
} as const;

export function byCategory(problems: readonly Problem[]): ReadonlyMap<Category, readonly Problem[]> {
  return Map.groupBy(problems, ({ category }) => category);
}

/** Wording such as "(label: value)", "whose LABEL is", "with X as LABEL". */
const FORM = /\([^():]{1,40}: [^()]{1,60}\)|\bwhose [\w ]{1,40} (?:is|are)\b|\bwith [\w .%-]{1,40} as [\w ]{1,30}\b/i;

function repeatsWord(query: string): boolean {
  const said = words(query);
  return said.some((word, place) => place > 0 && word === said[place - 1] && /\p{L}{3}/u.test(word));
}

/** Words about asking, money and delivery. Listings need not contain them. */
const NOT_CONTENT = new Set(
  analyse(`i need want looking for find show please buy get can you could help have do any shop store seller one single same
    offers sells first second third fourth also all these everything it they should must has order together only some pesos
    peso php priced price cost costs between under over least most than more less up brand made budget voucher discount total
    cash delivery free shipping official flash sale deal item both`),
);

/** Mean share of a request's content words that occur literally in the title, options or attributes of the answers. */
function meanOverlap(problems: readonly Problem[]): number | undefined {
  const shares = problems.flatMap((problem) => {
    const [asked = ''] = problem.query.split(/\b(?:my budget|i can spend|with my voucher)\b/i);
    const said = words(asked)
      .filter((word) => !isFiller(word) && !/^\d+$/.test(word))
      .flatMap((word) => analyse(word))
      .filter((stem) => !NOT_CONTENT.has(stem));
    if (said.length === 0) return [];
    const held = new Set(problem.targets.flatMap((target) => analyse(targetText(target))));
    return [said.filter((stem) => held.has(stem)).length / said.length];
  });
  return shares.length === 0 ? undefined : mean(shares);
}

function targetText({ titles, options, attributes }: Target): string {
  return [...titles, ...Object.values(options), ...Object.values(attributes).flat()].join(' ');
}

function share<Each>(name: string, all: readonly Each[], holds: (each: Each) => boolean): Statistic {
  return { name, kind: 'share', value: all.length === 0 ? undefined : all.filter(holds).length / all.length };
}

function number(name: string, value: number | undefined): Statistic {
  return { name, kind: name.startsWith('content') ? 'share' : 'number', value };
}

function medianOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : median(values);
}
