import type { EvidenceFile } from '../../attempt/verify-evidence-file.ts';
import { ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Product } from '../../market/product.ts';
import type { Problem } from '../../problems/problem.ts';
import { lexicalMeasure, lexicalMeasureAt } from '../../problems/satisfy.ts';
import { gradeAttempt } from '../../verdict/grade-attempt.ts';
import { judgeByGates } from '../../verdict/judge.ts';
import type { Verdict } from '../../verdict/verdict.ts';

/** The arena's own grade from recorded evidence; `null` if the evidence does not decide it. */
export interface GradedAgain {
  readonly success: boolean | null;
  readonly quality: number | null;
}

/**
 * Grades an attempt again from its recording. Products are known only from the recorded searches. This is enough if the
 * answer key is complete: a product is then either on the key or not, and only its price and shop are read from the
 * listing. The gate judge runs again; the answers of a panel of models are not repeatable.
 */
export async function gradeAgain(file: EvidenceFile, verdict: Verdict, problem: Problem): Promise<GradedAgain> {
  const { attempt, calls } = file;
  const shown = shownProducts(file);
  const onKey = new Set(problem.targets.flatMap(({ productId, accepts = [] }) => [productId, ...accepts]));
  const { titles } = verdict.rules;
  const measure = titles?.measure === lexicalMeasure.id ? lexicalMeasureAt(titles.threshold) : lexicalMeasure;
  const again = await gradeAttempt(
    attempt.attempt_id,
    { problem, dialogue: dialogueOf(file), calls, fault: attempt.fault },
    {
      search: { products: async (ids) => ids.flatMap((id) => shown.get(id) ?? (onKey.has(id) ? unseen(id) : [])) },
      titles: measure,
      judge: async (evidence) => judgeByGates(evidence),
    },
  );
  const isDecided =
    problem.targets.every(({ accepts }) => accepts !== undefined) &&
    again.rules.rule_set_version === verdict.rules.rule_set_version &&
    // A correct product that no result showed earns nothing. If the problem itself names it, its price and shop are
    // unknown here.
    (again.rules.not_shown !== undefined || again.rules.recommended.every((id) => shown.has(id)));
  const { judge, judge_version } = verdict.judgement;
  const isSameJudge = judge === again.judgement.judge && judge_version === again.judgement.judge_version;
  return {
    // An attempt without a recommendation fails with any key and in any market.
    success: again.rules.recommended.length === 0 ? false : isDecided ? again.rules.success : null,
    quality: isSameJudge && verdict.judgement.quality !== null ? again.judgement.quality : null,
  };
}

function dialogueOf({ dialogue }: EvidenceFile): readonly unknown[] | null {
  if (dialogue === null) return null;
  const json = parseJson(Buffer.from(dialogue).toString('utf8'));
  return json.ok && Array.isArray(json.value) ? json.value : null;
}

function shownProducts({ calls }: EvidenceFile): ReadonlyMap<string, Product> {
  const shown = new Map<string, Product>();
  for (const { kind, status, response } of calls) {
    if (kind !== 'search' || status !== 200 || !Array.isArray(response)) continue;
    for (const card of response) {
      const id = ownField(card, 'product_id');
      if (typeof id === 'string') shown.set(id, { ...UNSEEN, ...(card as object), product_id: id } as Product);
    }
  }
  return shown;
}

function unseen(id: string): Product {
  return { ...UNSEEN, product_id: id, price: 0 };
}

const UNSEEN: Omit<Product, 'product_id'> = {
  shop_id: '',
  title: '',
  price: Number.NaN,
  service: [],
  sold_count: 0,
  brand: '',
  category: [],
  short_description: '',
  description: '',
  sku_options: {},
  attributes: {},
};
