import { randomUUID } from 'node:crypto';
import type { Extra } from '../../chat/client.ts';
import type { ModelPrice } from '../../inference/price-of.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { floorsThatSolve } from '../../problems/floors.ts';
import { lexicalMeasure, lexicalSimilarity, type TitleMeasure } from '../../problems/satisfy.ts';
import { benchmark, productionStrict } from '../../verdict/rules.ts';
import { type CallForm, HARNESS_VERSION, type HarnessSize } from '../harness/harness.ts';
import { clusterNames } from '../suites/cluster-names.ts';
import { type EvaluationKind, type EvaluationSuite, suiteDigest } from '../suites/evaluation-suite.ts';
import type { RunRecord } from './run-record.ts';

/** Everything that defines a run. */
export interface RunSettings {
  /** Name of the row in reports. */
  readonly label: string;
  readonly model: string;
  /** The experiment that the model belongs to, and its checkpoint. */
  readonly line: string;
  readonly checkpoint: string;
  /** As in a record: `house`, or a URL without credentials. */
  readonly endpoint: string;
  readonly simulated: boolean;
  readonly harness: {
    readonly size: HarnessSize;
    readonly form: CallForm;
    readonly maxObservation: number;
    readonly web?: boolean;
  };
  readonly k: number;
  readonly greedy: boolean;
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly seed: number;
  readonly suite: Pick<EvaluationSuite, 'name' | 'kind' | 'problems'>;
  readonly market: MarketIndex;
  readonly price: ModelPrice | null;
  /** How titles are compared; default: by words. */
  readonly titles?: Pick<TitleMeasure, 'id' | 'threshold'> | undefined;
  /** Training files that were checked for leaks of this suite. */
  readonly guardedAgainst: readonly string[];
}

export interface RunFacts {
  /** Request fields that the endpoint accepts. */
  readonly extras: readonly Extra[];
  readonly kind: EvaluationKind;
  /** Hash of the plan that the run follows. */
  readonly plan: string | null;
}

/** The record of a new run, before its suite is opened. */
export function describeRun(settings: RunSettings, { extras, kind, plan }: RunFacts): RunRecord {
  const { suite, market, harness } = settings;
  const clusters = clusterNames(suite.problems, market);
  const { source, products } = market.manifest;
  const titles = settings.titles ?? lexicalMeasure;
  const search = EmbeddedSearch.attach(market.share());
  return {
    version: 1,
    run_id: randomUUID(),
    created_at: new Date().toISOString(),
    label: settings.label,
    model: settings.model,
    line: settings.line,
    checkpoint: settings.checkpoint,
    endpoint: settings.endpoint,
    simulated: settings.simulated,
    harness: {
      size: harness.size,
      form: extras.includes('tools') ? harness.form : 'tagged',
      version: HARNESS_VERSION,
      max_observation: harness.maxObservation,
      ...(harness.web === true && { web: true as const }),
    },
    k: settings.k,
    greedy: settings.greedy,
    temperature: settings.temperature,
    top_p: settings.topP,
    max_tokens: settings.maxTokens,
    max_turns: settings.maxTurns,
    seed: settings.seed,
    extras,
    suite: { name: suite.name, kind, digest: suiteDigest(suite.problems) },
    problems: suite.problems.map((problem) => ({
      id: problem.id,
      category: problem.category,
      cluster: clusters.get(problem.id)!,
      solved_by: problem.measure?.solvedBy ?? floorsThatSolve(search, problem, lexicalSimilarity),
    })),
    market: {
      products,
      source:
        source.kind === 'synthetic' ? `synthetic, seed ${source.seed}, generator ${source.generator}` : 'imported',
    },
    rules: {
      strict: productionStrict().version,
      benchmark: benchmark().version,
      similarity: titles.id,
      title_threshold: titles.threshold,
    },
    price: settings.price,
    plan,
    guarded_against: settings.guardedAgainst,
    opening: null,
  };
}
