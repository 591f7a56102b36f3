import { LiveEpisode } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import type { ShoppingEnvironment } from './shopping-environment.ts';

export interface JudgedRecommendation {
  /** 1 if every requirement is met, by the strict rules. */
  readonly outcome: 0 | 1;
  /** Share of the rules that are met. */
  readonly score: number;
}

/**
 * The verdict on products chosen outside an episode, when only the choice is known. It is the verdict of an episode
 * that opens and recommends these products, so the rules are the same as for every other episode. How the products were
 * found is not judged.
 */
export async function judgeRecommendation(
  environment: ShoppingEnvironment,
  problemId: string,
  productIds: readonly string[],
): Promise<JudgedRecommendation> {
  const { splits, harness, search, web } = environment;
  const served = splits.flatMap(({ problems }) => problems).find(({ problem }) => problem.id === problemId);
  if (served === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: `This server has no problem ${JSON.stringify(problemId)}.`,
      remedy: 'Serve the suite that the problem was exported from.',
    });
  }
  const live = new LiveEpisode({ problem: served.problem, harness, search, web, maxTurns: 2 });
  const named = { product_ids: productIds.join(',') };
  await live.answer(calling(['view_product_information', named]));
  await live.answer(calling(['recommend_product', named], ['terminate', {}]));
  const { strict } = await live.score();
  return { outcome: strict.success ? 1 : 0, score: strict.scores.rule };
}

function calling(...calls: readonly (readonly [name: string, parameters: object])[]) {
  return {
    text: '',
    reasoning: '',
    toolCalls: calls.map(([name, parameters], place) => ({
      id: `call_${place}`,
      name,
      arguments: JSON.stringify(parameters),
    })),
    finishReason: null,
    usage: null,
    refusal: '',
    model: null,
  };
}
