import type { Endpoint } from '../chat/client.ts';
import { DEFAULT_MAX_OBSERVATION, harnessOf, runEpisode } from '../evaluation/harness.ts';
import { InferenceEndpoint } from '../inference/inference-endpoint.ts';
import type { EmbeddedSearch } from '../market/search.ts';
import type { Problem } from '../problems/problem.ts';
import { SimulatedInference } from '../simulated/simulated-inference.ts';
import { floorMeasure } from './measure-floors.ts';

const EXPERT = 'house/expert';
const MAX_TURNS = 24;

/**
 * Measures the difficulty of problems: which policies without a model solve them, and whether an able simulated model
 * does.
 */
export class ProblemMeter {
  readonly #search: EmbeddedSearch;
  readonly #endpoint: Endpoint = new InferenceEndpoint(new SimulatedInference());
  readonly #harness = harnessOf(4, 'native', DEFAULT_MAX_OBSERVATION);

  constructor(search: EmbeddedSearch) {
    this.#search = search;
  }

  async measure(problem: Problem): Promise<Problem> {
    const expert = await this.#isSolvedByExpert(problem);
    return { ...problem, measure: { ...floorMeasure(this.#search, problem), expert } };
  }

  async #isSolvedByExpert(problem: Problem): Promise<boolean> {
    const outcome = await runEpisode({
      problem,
      harness: this.#harness,
      endpoint: this.#endpoint,
      search: this.#search,
      maxTurns: MAX_TURNS,
      request: { model: EXPERT, temperature: 0 },
    });
    return outcome.kind === 'episode' && outcome.episode.failure === null;
  }
}
