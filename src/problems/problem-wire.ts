import { z } from 'zod';
import { isJsonObject } from '../json/json-object.ts';
import { isService, SERVICES, type Service } from '../market/service.ts';
import {
  ARENA_CATEGORIES,
  type ArenaCategory,
  FLOORS,
  type Measure,
  type PriceConstraint,
  type Problem,
  SOLVING_STEPS,
  type Target,
  type TitleVectors,
  type Voucher,
} from './problem.ts';
import { REFERENCE_TITLE_MODEL } from './satisfy/title-thresholds.ts';
import { problemId } from './synthesis/problem-id.ts';

/** Problems as stored in files and sent over the network, in the reference's format; our counts are an extra field. */

const amount = z.number('must be a number').nonnegative('must not be negative').finite();
const bound = z.union([amount, z.null()]);

const priceSchema = z.record(z.string(), z.tuple([bound, bound])).transform((modes, context): PriceConstraint => {
  const entries = Object.entries(modes);
  const [mode, [low, high]] = entries[0] ?? ['', [null, null]];
  if (entries.length === 1) {
    if (mode === 'less than' && high !== null) return { mode, high };
    if (mode === 'greater than' && low !== null) return { mode, low };
    if (mode === 'between' && low !== null && high !== null && low <= high) return { mode, low, high };
  }
  context.addIssue('must be {"less than": [null, x]}, {"greater than": [x, null]} or {"between": [x, y]}');
  return z.NEVER;
});

const serviceSchema = z.array(z.string()).transform((names, context): Service[] => {
  for (const name of names) {
    if (!isService(name)) context.addIssue(`"${name.slice(0, 40)}" is none of ${SERVICES.join(', ')}`);
  }
  return names.filter(isService);
});

/** Ids are used as object keys, in lines of files and as names in tables. */
const identifier = z
  .union([z.string().min(1, 'is empty'), z.number().int()], 'must be a string or a whole number')
  .transform(String)
  .refine(
    (id) => id.length <= 128 && id.isWellFormed() && !/\p{Cc}/u.test(id) && id !== '__proto__',
    'cannot be an id',
  );

const targetSchema = z
  .object({
    product_id: identifier,
    accepts: z.array(identifier).optional(),
    title: z.array(z.string()).default([]),
    price: z.array(priceSchema).max(1, 'holds more than one range').default([]),
    service: serviceSchema.default([]),
    sku_options: z.array(z.record(z.string(), z.string())).default([]),
    attributes: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  })
  .transform((wire): Target => {
    const attributes = new Map<string, readonly string[]>();
    for (const attribute of wire.attributes) {
      for (const [key, values] of Object.entries(attribute))
        attributes.set(key, [...(attributes.get(key) ?? []), ...values]);
    }
    // If a key occurs twice, ORO counts every value of it. Options and attributes are checked the same way, so further
    // values are stored as attributes.
    const options: Record<string, string> = {};
    for (const [key, value] of wire.sku_options.flatMap((option) => Object.entries(option))) {
      if (!Object.hasOwn(options, key)) options[key] = value;
      else if (options[key] !== value) attributes.set(key, [...(attributes.get(key) ?? []), value]);
    }
    return {
      productId: wire.product_id,
      ...(wire.accepts && { accepts: wire.accepts }),
      titles: wire.title,
      services: wire.service,
      options,
      attributes: Object.fromEntries(attributes),
      ...(wire.price[0] && { price: wire.price[0] }),
    };
  });

const voucherSchema = z
  .object({
    voucher_type: z.enum(['platform', 'shop']),
    threshold: amount,
    discount_type: z.enum(['fixed', 'percentage']),
    face_value: amount.nullish(),
    discount: amount.max(1, 'is a share and at most 1').nullish(),
    cap: amount.nullish(),
    price_after_voucher: amount,
    budget: amount,
  })
  .transform((wire, context): Voucher => {
    const rest = {
      scope: wire.voucher_type,
      threshold: wire.threshold,
      budget: wire.budget,
      priceAfterVoucher: wire.price_after_voucher,
    };
    if (wire.discount_type === 'fixed') {
      if (wire.face_value == null) context.addIssue({ code: 'custom', path: ['face_value'], message: 'is missing' });
      return { ...rest, discount: { type: 'fixed', amount: wire.face_value ?? 0 } };
    }
    if (wire.discount == null) context.addIssue({ code: 'custom', path: ['discount'], message: 'is missing' });
    // Without a cap, the full percentage is deducted.
    return { ...rest, discount: { type: 'percentage', share: wire.discount ?? 0, cap: wire.cap ?? Infinity } };
  });

const count = z.number().int().nonnegative('must not be negative');

const measureSchema = z
  .object({
    satisfying: count,
    near_misses: count,
    searches: count,
    steps: z.array(z.enum(SOLVING_STEPS)).optional(),
    solved_by: z.array(z.enum(FLOORS)).optional(),
    expert: z.boolean().optional(),
  })
  .transform(
    (wire): Measure => ({
      satisfying: wire.satisfying,
      nearMisses: wire.near_misses,
      searches: wire.searches,
      ...(wire.steps && { steps: wire.steps }),
      ...(wire.solved_by && { solvedBy: wire.solved_by }),
      ...(wire.expert !== undefined && { expert: wire.expert }),
    }),
  );

const MAX_DIMENSIONS = 16_384;
const vectorsSchema = z.record(z.string(), z.array(z.number()).min(1, 'is empty').max(MAX_DIMENSIONS));

const commonFields = {
  problem_id: identifier.optional(),
  category: z.string().optional(),
  query: z.string().refine((query) => /[\p{L}\p{N}]/u.test(query), 'is empty'),
  difficulty: z.enum(['easy', 'medium', 'hard']).default('medium'),
  measure: measureSchema.optional(),
  reward_title_embeddings: vectorsSchema.nullish(),
  reward_title_embedding_model: z.string().min(1).max(200).nullish(),
};

const shoppingSchema = z
  .object({
    ...commonFields,
    reward: z.union([targetSchema.transform((target) => [target]), z.array(targetSchema).min(1, 'is empty')]),
    voucher: voucherSchema.nullish(),
  })
  .transform((wire, context): Problem => {
    const category = categoryOf(
      wire.category,
      Array.isArray(wire.reward) ? wire.reward.length : 1,
      wire.voucher != null,
    );
    if (category === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['category'],
        message:
          wire.category?.toLowerCase() === 'knowledge'
            ? 'is Knowledge, but Knowledge_Attribute is missing'
            : `"${wire.category}" is not one of Product, Shop, Voucher, Knowledge`,
      });
      return z.NEVER;
    }
    if (category === 'product' && wire.reward.length !== 1) {
      context.addIssue({ code: 'custom', path: ['reward'], message: 'of a product problem is one product' });
    }
    if (category !== 'voucher' && wire.voucher != null) {
      context.addIssue({ code: 'custom', path: ['voucher'], message: `does not belong to a ${category} problem` });
    }
    if (category === 'voucher' && wire.voucher == null) {
      context.addIssue({ code: 'custom', path: ['voucher'], message: 'is missing' });
    }
    const titleVectors = titleVectorsOf(wire);
    return {
      // The same problem gets the same id wherever it is imported.
      id:
        wire.problem_id ??
        problemId({
          category,
          query: wire.query,
          targets: wire.reward,
          ...(wire.voucher && { voucher: wire.voucher }),
        }),
      category,
      query: wire.query,
      difficulty: wire.difficulty,
      targets: wire.reward,
      ...(wire.voucher && { voucher: wire.voucher }),
      ...(wire.measure && { measure: wire.measure }),
      ...(titleVectors && { titleVectors }),
    };
  });

/**
 * The benchmark's fourth file: the keyword is next to the query, and the reward is the record of one product. Only its
 * id and title are graded, so the other fields are dropped.
 */
const knowledgeSchema = z
  .object({
    ...commonFields,
    // Years and other numeric answers are JSON numbers in this field.
    Knowledge_Attribute: z
      .union([z.string(), z.number()], 'must be the keyword')
      .transform(String)
      .refine((keyword) => /[\p{L}\p{N}]/u.test(keyword), 'is empty'),
    reward: z.object({ product_id: identifier, accepts: z.array(identifier).optional(), title: z.string() }),
  })
  .transform((wire, context): Problem => {
    if (wire.category !== undefined && wire.category.toLowerCase() !== 'knowledge') {
      const message = `"${wire.category}" has no Knowledge_Attribute; only Knowledge has`;
      context.addIssue({ code: 'custom', path: ['category'], message });
      return z.NEVER;
    }
    const category = 'knowledge';
    const { query, reward } = wire;
    const target: Target = {
      productId: reward.product_id,
      ...(reward.accepts && { accepts: reward.accepts }),
      titles: [reward.title],
      keyword: wire.Knowledge_Attribute,
      services: [],
      options: {},
      attributes: {},
    };
    const titleVectors = titleVectorsOf({ ...wire, reward: [target] });
    return {
      id: wire.problem_id ?? problemId({ category, query, targets: [target] }),
      category,
      query,
      difficulty: wire.difficulty,
      targets: [target],
      ...(wire.measure && { measure: wire.measure }),
      ...(titleVectors && { titleVectors }),
    };
  });

export type ParsedProblem =
  | { readonly ok: true; readonly problem: Problem }
  | { readonly ok: false; readonly field: string; readonly reason: string };

export function parseProblem(value: unknown): ParsedProblem {
  const asksForKnowledge = isJsonObject(value) && Object.hasOwn(value, 'Knowledge_Attribute');
  const parsed = asksForKnowledge ? knowledgeSchema.safeParse(value) : shoppingSchema.safeParse(value);
  if (parsed.success) return { ok: true, problem: parsed.data };
  const issue = deepestIssue(parsed.error.issues);
  return { ok: false, field: issue.path.join('.') || 'problem', reason: issue.message };
}

export function problemToWire(problem: Problem): Record<string, unknown> {
  return {
    query: problem.query,
    ...rewardToWire(problem),
    ...(problem.voucher && { voucher: voucherToWire(problem.voucher) }),
    category: problem.category[0]!.toUpperCase() + problem.category.slice(1),
    difficulty: problem.difficulty,
    problem_id: problem.id,
    ...(problem.measure && {
      measure: {
        satisfying: problem.measure.satisfying,
        near_misses: problem.measure.nearMisses,
        searches: problem.measure.searches,
        ...(problem.measure.steps && { steps: problem.measure.steps }),
        ...(problem.measure.solvedBy && { solved_by: problem.measure.solvedBy }),
        ...(problem.measure.expert !== undefined && { expert: problem.measure.expert }),
      },
    }),
    ...(problem.titleVectors && {
      reward_title_embeddings: problem.titleVectors.vectors,
      ...(problem.titleVectors.model !== REFERENCE_TITLE_MODEL && {
        reward_title_embedding_model: problem.titleVectors.model,
      }),
    }),
  };
}

/**
 * Vectors of the target titles. The reference's files do not name the model; their vectors are from the reference's own
 * model.
 */
function titleVectorsOf(wire: {
  readonly reward: readonly Target[];
  readonly reward_title_embeddings?: Readonly<Record<string, readonly number[]>> | null | undefined;
  readonly reward_title_embedding_model?: string | null | undefined;
}): TitleVectors | undefined {
  const given = wire.reward_title_embeddings ?? {};
  const titles = new Set(wire.reward.flatMap((target) => target.titles));
  const vectors = Object.entries(given).filter(([title]) => titles.has(title));
  if (vectors.length === 0) return undefined;
  return { model: wire.reward_title_embedding_model ?? REFERENCE_TITLE_MODEL, vectors: Object.fromEntries(vectors) };
}

function rewardToWire({ category, targets }: Problem): Record<string, unknown> {
  const [first] = targets;
  if (category === 'knowledge') {
    const { productId, accepts, titles, keyword } = first!;
    const reward = { product_id: productId, ...(accepts && { accepts }), title: titles[0] };
    return { Knowledge_Attribute: keyword, reward };
  }
  return { reward: category === 'product' ? targetToWire(first!) : targets.map(targetToWire) };
}

/** The benchmark's files have no category field, so the category is derived from the targets and the voucher. */
function categoryOf(named: string | undefined, items: number, hasVoucher: boolean): ArenaCategory | undefined {
  if (named === undefined) return hasVoucher ? 'voucher' : items > 1 ? 'shop' : 'product';
  return ARENA_CATEGORIES.find((category) => category === named.toLowerCase());
}

function targetToWire(target: Target): Record<string, unknown> {
  const attributes = Object.entries(target.attributes).map(([key, values]) => ({ [key]: values }));
  return {
    product_id: target.productId,
    ...(target.accepts && { accepts: target.accepts }),
    title: target.titles,
    ...(Object.keys(target.options).length > 0 && { sku_options: [target.options] }),
    ...(attributes.length > 0 && { attributes }),
    ...(target.services.length > 0 && { service: target.services }),
    ...(target.price && { price: [priceToWire(target.price)] }),
  };
}

function priceToWire(price: PriceConstraint): Record<string, [number | null, number | null]> {
  switch (price.mode) {
    case 'less than':
      return { [price.mode]: [null, price.high] };
    case 'greater than':
      return { [price.mode]: [price.low, null] };
    case 'between':
      return { [price.mode]: [price.low, price.high] };
  }
}

function voucherToWire({ scope, threshold, discount, budget, priceAfterVoucher }: Voucher): Record<string, unknown> {
  const fixed = discount.type === 'fixed';
  return {
    voucher_type: scope,
    threshold,
    discount_type: discount.type,
    face_value: fixed ? discount.amount : null,
    discount: fixed ? null : discount.share,
    cap: fixed || discount.cap === Infinity ? null : discount.cap,
    price_after_voucher: priceAfterVoucher,
    budget,
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
}

/** Of a union's alternatives, reports the one that matched furthest, because its issue is the most precise. */
function deepestIssue(issues: readonly Issue[]): Issue {
  const candidates = issues.flatMap((issue) =>
    issue.errors === undefined
      ? [issue]
      : issue.errors.flatMap((branch) => branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))),
  );
  return candidates.reduce((deepest, issue) => (issue.path.length > deepest.path.length ? issue : deepest));
}
