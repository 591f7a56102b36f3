import type { RunStart } from '../../evaluation/run.ts';
import { readPlan } from '../../evaluation/sealed.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { hasKnowledge } from '../../problems/arena-form.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import type { OpenedEndpoint } from './open-endpoint.ts';
import type { EvalRunOptions } from './run-options.ts';

export interface RunStartInputs {
  readonly options: EvalRunOptions;
  readonly suite: EvaluationSuite;
  readonly market: MarketIndex;
  readonly opened: OpenedEndpoint;
  readonly titles: TitleMeasure;
  readonly guardedAgainst: readonly string[];
}

/** Converts the options of `assay eval run` to the inputs of an evaluation. */
export function runStart({ options, suite, market, opened, titles, guardedAgainst }: RunStartInputs): RunStart {
  const checkpoint = options.checkpoint ?? options.model;
  return {
    folder: options.out,
    settings: {
      label: options.label ?? checkpoint,
      model: options.model,
      line: options.experiment ?? options.model,
      checkpoint,
      endpoint: opened.name,
      simulated: opened.simulated,
      harness: {
        size: options.tools,
        form: options.calls,
        maxObservation: options.maxObservation,
        // An imported market has no encyclopaedia to search.
        web: hasKnowledge(suite.problems) && market.manifest.source.kind === 'synthetic',
      },
      k: options.samples,
      greedy: options.greedy,
      temperature: options.temperature,
      topP: options.topP,
      maxTokens: options.maxTokens,
      maxTurns: options.maxTurns,
      seed: options.seed,
      suite,
      market,
      price: opened.price,
      titles,
      guardedAgainst,
    },
    negotiate: opened.negotiate,
    ledger: options.ledger,
    plan: options.plan === undefined ? null : readPlan(options.plan),
    choose: options.modelSelection === true,
    burn: options.allowHeldoutSelection === true,
    ...(options.user !== undefined && { who: options.user }),
  };
}
