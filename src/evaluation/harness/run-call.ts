import { canonicalJson } from '../../json/canonical-json.ts';
import { partsOf } from '../../tools/lenient-values.ts';
import { readParameters } from '../../tools/read-parameters.ts';
import { isToolError, runTool } from '../../tools/run-tool.ts';
import type { Harness } from './harness.ts';
import type { MadeCall } from './read-turn.ts';
import { shortenObservation } from './shorten-observation.ts';
import type { WitnessedWindow } from './witnessed-window.ts';

/** What became of one call. */
export interface RunCall {
  readonly valid: boolean;
  /** For the model. */
  readonly observation: string;
  /** As the tool understood them; the call as a dialogue tells it. `null` for a call that was none. */
  readonly told: { readonly name: string; readonly parameters: unknown; readonly result: unknown } | null;
  /** Equal for two calls that ask the same. */
  readonly key: string;
  /** Products it names that nothing had shown before. */
  readonly unseen: readonly string[];
}

const MAX_NAMED = 100;

export async function runCall(call: MadeCall, harness: Harness, window: WitnessedWindow): Promise<RunCall> {
  const { name, parameters, written } = call;
  if (parameters === null) {
    const error = `The parameters of a call must be a JSON object; this is none: ${written.slice(0, 200)}`;
    return { valid: false, observation: JSON.stringify({ error }), told: null, key: `${name} ${written}`, unseen: [] };
  }
  const tool = harness.tools.find((each) => each.name === name);
  const read = tool && readParameters(name, tool.parameters, parameters);
  const understood = read?.ok === true ? read.value : parameters;
  const unseen = namedProducts(understood).filter((id) => !window.hasShown(id));
  const result = await runTool(name, parameters, window, harness.tools);
  return {
    valid: !isToolError(result),
    observation: shortenObservation(JSON.stringify(result), harness.maxObservation),
    told: tool === undefined ? null : { name, parameters: understood, result },
    key: `${name} ${canonicalJson(understood)}`,
    unseen,
  };
}

function namedProducts(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const named = [parameters.product_ids, parameters.product_id].filter((value) => typeof value === 'string');
  return [...new Set(named.flatMap(partsOf))].slice(0, MAX_NAMED);
}
