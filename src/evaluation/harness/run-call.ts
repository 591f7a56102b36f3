import { canonicalJson } from '../../json/canonical-json.ts';
import { isEmpty, partsOf } from '../../tools/lenient-values.ts';
import { readParameters } from '../../tools/read-parameters.ts';
import { isToolError, runTool } from '../../tools/run-tool.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Harness } from './harness.ts';
import type { MadeCall } from './read-turn.ts';
import type { RecordingMarketView } from './recording-market-view.ts';
import { shortenObservation } from './shorten-observation.ts';

/** Outcome of one call. */
export interface RunCall {
  readonly valid: boolean;
  /** Text shown to the model. */
  readonly observation: string;
  /** The call as the tool parsed it, for the dialogue; `null` for an invalid call. */
  readonly told: { readonly name: string; readonly parameters: unknown; readonly result: unknown } | null;
  /** Equal for two calls that request the same thing. */
  readonly key: string;
  /** Products named by the call that were not shown before. */
  readonly unseen: readonly string[];
}

const MAX_NAMED = 100;

export async function runCall(call: MadeCall, harness: Harness, market: RecordingMarketView): Promise<RunCall> {
  const { name, parameters, written } = call;
  if (parameters === null) {
    const error = `The parameters of a call must be a JSON object; this is none: ${written.slice(0, 200)}`;
    return { valid: false, observation: JSON.stringify({ error }), told: null, key: `${name} ${written}`, unseen: [] };
  }
  const tool = harness.tools.find((each) => each.name === name);
  const { taken, ignored } =
    tool === undefined ? { taken: parameters, ignored: [] } : splitParameters(tool, parameters);
  const read = tool && readParameters(name, tool.parameters, taken);
  const understood = read?.ok === true ? read.value : taken;
  const unseen = namedProducts(understood).filter((id) => !market.hasShown(id));
  const result = await runTool(name, taken, market, harness.tools);
  const shown = tool === undefined || ignored.length === 0 ? result : withNote(result, tool, ignored);
  return {
    valid: !isToolError(result),
    observation: shortenObservation(JSON.stringify(shown), harness.maxObservation),
    told: tool === undefined ? null : { name, parameters: understood, result },
    key: `${name} ${canonicalJson(understood)}`,
    unseen,
  };
}

/** Maximum names in a note; a call may have thousands of unknown parameters. */
const MAX_NOTED = 5;

/**
 * Unknown parameters are ignored, and the result mentions them. If they were an error, a model that can call but adds
 * an extra key would be stuck, because it repeats the call. If they were ignored silently, it would learn that the key
 * works.
 */
function splitParameters({ parameters: { shape } }: Tool, given: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(given);
  return {
    taken: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(shape, name))),
    ignored: entries
      .filter(([name, value]) => !Object.hasOwn(shape, name) && !isEmpty(value))
      .map(([name]) => JSON.stringify(name.slice(0, 60))),
  };
}

function withNote(result: unknown, { name, parameters }: Tool, ignored: readonly string[]): unknown {
  const more = ignored.length > MAX_NOTED ? ` and ${ignored.length - MAX_NOTED} more` : '';
  const note = `Ignored ${ignored.slice(0, MAX_NOTED).join(', ')}${more}: ${name} takes only ${Object.keys(parameters.shape).join(', ')}.`;
  return isToolError(result) ? { ...(result as { readonly error: string }), note } : { note, result };
}

function namedProducts(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const named = [parameters.product_ids, parameters.product_id].filter((value) => typeof value === 'string');
  return [...new Set(named.flatMap(partsOf))].slice(0, MAX_NAMED);
}
