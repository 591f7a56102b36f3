import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { normalIds, normalSearch } from '../agency/normal-arguments.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';
import { callsOf } from './attempt-reading.ts';

/** What makes one trajectory more valuable than another for the same problem. */
export interface RankSignals {
  /** Turns with both text and a tool call. */
  readonly depth: number;
  /** Number of different searches beyond the first. */
  readonly reformulations: number;
  /** Share of the recommended products that were opened or checked before. */
  readonly verification: number;
  /** Lower for every repeated call. */
  readonly regularity: number;
}

export function rankSignals(trajectory: Trajectory): RankSignals {
  const searches = new Set<string>();
  const opened = new Set<string>();
  const made = new Set<string>();
  let recommended: string[] = [];
  let repeats = 0;
  for (const { function: called } of callsOf(trajectory)) {
    const json = parseJson(called.arguments);
    const given = json.ok && isJsonObject(json.value) ? json.value : {};
    const key = `${called.name} ${canonicalJson(given)}`;
    if (made.has(key)) repeats++;
    made.add(key);
    if (called.name === 'find_product') searches.add(normalSearch(given).q);
    if (called.name === 'view_product_information' || called.name === 'check_product_match') {
      for (const id of normalIds(given)) opened.add(id);
    }
    if (called.name === 'recommend_product') recommended = normalIds(given);
  }
  const depth = trajectory.messages.filter(
    (message) => message.role === 'assistant' && message.tool_calls !== undefined && message.content.trim() !== '',
  ).length;
  const verified = recommended.filter((id) => opened.has(id)).length;
  return {
    depth,
    reformulations: Math.max(0, searches.size - 1),
    verification: recommended.length === 0 ? 0 : verified / recommended.length,
    regularity: made.size === 0 ? 0 : -repeats / (made.size + repeats),
  };
}

/** Identifies duplicates by their calls. Whole texts are always similar, because prompts and schemas are. */
export function duplicateKey(problemId: string, trajectory: Trajectory): string {
  const calls = callsOf(trajectory).map(({ function: called }) => {
    const json = parseJson(called.arguments);
    const given = json.ok && isJsonObject(json.value) ? json.value : {};
    if (called.name === 'find_product') return [called.name, normalSearch(given)];
    const ids = normalIds(given);
    return ids.length > 0 ? [called.name, ids] : [called.name, given];
  });
  return sha256(canonicalJson([problemId, calls]));
}
