import { ownField } from '../../src/json/json-object.ts';
import { parseProblem } from '../../src/problems/problem-wire.ts';
import { scoreAttempt } from '../../src/verdict/rules/score-attempt.ts';
import { benchmark, productionStrict } from '../../src/verdict/rules.ts';
import type { RuleVerdict } from '../../src/verdict/verdict.ts';
import type { ComparedInput } from './draw-input.ts';

export type Scorer = 'oro' | 'shoppingbench';

/** What a public scorer said; an error stops it. */
export type ReferenceResult =
  | { readonly scores: Readonly<Record<string, number>>; readonly success: boolean }
  | { readonly error: string };

export interface Difference {
  readonly name: string;
  /** Whether docs/verdict.md names differences of this kind. */
  readonly isDocumented: boolean;
}

/** Scores are sums of fractions. */
const ROUNDING = 1e-9;
const MONEY = 1e-6;

/** How our verdict differs from the reference's; `undefined` if all scores and the success are equal. */
export function differenceOf(scorer: Scorer, input: ComparedInput, result: ReferenceResult): Difference | undefined {
  const own = verdictOf(scorer, input);
  const isMalformed = own.flags.includes('malformed_dialogue') || own.flags.includes('malformed_recommendation');
  if ('error' in result) {
    if (isMalformed)
      return { name: 'it stops at a malformed dialogue, which is graded and flagged here', isDocumented: true };
    if (scorer === 'shoppingbench' && result.error === 'ZeroDivisionError')
      return {
        name: 'it divides by zero when a product has no requirements; here the rule score is 0',
        isDocumented: true,
      };
    return { name: `undocumented: it stops with ${result.error}`, isDocumented: false };
  }
  const scores = { ...own.scores } as Readonly<Record<string, number>>;
  const different = Object.keys(scores).filter(
    (name) => !(Math.abs(scores[name]! - (result.scores[name] ?? 0)) <= ROUNDING),
  );
  if (different.length === 0 && own.success === result.success) return undefined;
  const reasons = different.map((name) => documentedReason(name, input, own));
  if (different.length > 0 && !reasons.includes(undefined))
    return { name: [...new Set(reasons)].sort().join('; '), isDocumented: true };
  return { name: `undocumented: ${different.join(', ') || 'success'}`, isDocumented: false };
}

/** Why a score may differ, as docs/verdict.md says. */
function documentedReason(score: string, input: ComparedInput, own: RuleVerdict): string | undefined {
  switch (score) {
    case 'budget':
      return isCloseCall(input, own) ? 'a sum is within 0.000001 of the budget or threshold' : undefined;
    case 'format':
      return hasTrueTimestamp(input) ? 'a timestamp is `true`, which is a number in Python' : undefined;
    case 'rule':
    case 'sku & attrs':
      return repeatsConstraint(input)
        ? 'a constraint is stated twice with the same value, and counts once here'
        : undefined;
    default:
      return undefined;
  }
}

function verdictOf(scorer: Scorer, { problem: wire, products, similarities, dialogue }: ComparedInput): RuleVerdict {
  const parsed = parseProblem(wire);
  if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`);
  const compare = (left: string, right: string): number =>
    left === right ? 1 : (similarities[`${left}\n${right}`] ?? 0);
  const similarity = { name: 'compared', threshold: 0.7, compare };
  const ruleSet = scorer === 'oro' ? productionStrict(similarity) : benchmark(similarity);
  const evidence = { problem: parsed.problem, dialogue, shown: new Set(Object.keys(products)), fault: null };
  return scoreAttempt(evidence, (id) => (Object.hasOwn(products, id) ? products[id] : undefined), ruleSet);
}

/** Whether exact arithmetic and that of floating-point numbers may decide differently. */
function isCloseCall({ problem, products }: ComparedInput, { recommended }: RuleVerdict): boolean {
  const { budget, threshold, face_value, discount, cap } = problem.voucher as Readonly<Record<string, number>>;
  const total = recommended.reduce((sum, id) => sum + (products[id]?.price ?? 0), 0);
  const reduced = face_value == null ? Math.max(total * (1 - discount!), total - cap!) : total - face_value;
  return [total - budget!, total - threshold!, reduced - budget!].some((apart) => Math.abs(apart) <= MONEY);
}

function hasTrueTimestamp({ dialogue }: ComparedInput): boolean {
  return dialogue.some((step) => ownField(ownField(step, 'extra_info'), 'timestamp') === true);
}

function repeatsConstraint({ problem: { reward } }: ComparedInput): boolean {
  return [reward].flat().some((each) => {
    const { sku_options: options = [], attributes = [] } = each as Stated;
    const stated = [
      ...options.flatMap((option) => Object.entries(option)),
      ...attributes.flatMap((attribute) =>
        Object.entries(attribute).flatMap(([key, given]) => given.map((value) => [key, value] as const)),
      ),
    ].map((pair) => JSON.stringify(pair));
    return new Set(stated).size < stated.length;
  });
}

interface Stated {
  readonly sku_options?: readonly Readonly<Record<string, string>>[];
  readonly attributes?: readonly Readonly<Record<string, readonly string[]>>[];
}
