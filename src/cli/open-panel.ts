import { Fault } from '../fault/fault.ts';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { isSimulatedModel } from '../inference/simulated-models.ts';
import { checkJudges, type JudgeEndpoint } from '../validator/check-endpoint.ts';
import { JudgePanel } from '../verdict/judge.ts';

export interface PanelOptions {
  readonly models: readonly string[];
  readonly baseUrl: string | undefined;
  /** Name of the environment variable with the judge's key, never a contestant's. */
  readonly apiKeyEnv: string;
  /** Fires when the judgements are no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** A panel of judges at an endpoint; `undefined` when none is requested. */
export function openPanel({ models, baseUrl, apiKeyEnv, signal }: PanelOptions): JudgePanel | undefined {
  if (models.length === 0 && baseUrl === undefined) return undefined;
  const simulatedModels = models.find(isSimulatedModel);
  if (simulatedModels !== undefined) {
    throw new Fault('USAGE', {
      message: `${simulatedModels} is a simulated shopper and cannot judge.`,
      remedy: 'Leave out the model to use the gate judge, or name an endpoint and one of its models.',
    });
  }
  if (models.length === 0 || baseUrl === undefined) {
    throw new Fault('USAGE', {
      message: 'A panel needs both a model and the address of its endpoint.',
      remedy: 'Give both, or neither to use the gate judge.',
    });
  }
  const apiKey = process.env[apiKeyEnv];
  return new JudgePanel({
    // One attempt: when a judge is busy, the panel uses the next.
    inference: new OpenAiInference({ baseUrl, attempts: 1 }),
    models,
    seats: models.length,
    ...(apiKey !== undefined && { apiKey }),
    ...(signal !== undefined && { signal }),
  });
}

/**
 * Like {@link openPanel}, after a short request to every model: with a wrong key, model or address a whole run would
 * stay unjudged.
 *
 * @param prefix Precedes the names of the options, in remedies.
 */
export async function openCheckedPanel(
  options: PanelOptions,
  prefix: JudgeEndpoint['prefix'],
): Promise<JudgePanel | undefined> {
  const panel = openPanel(options);
  const { models, baseUrl, apiKeyEnv } = options;
  if (baseUrl !== undefined) await checkJudges({ endpoint: baseUrl, models, apiKey: process.env[apiKeyEnv], prefix });
  return panel;
}
