import type { CallAttribution } from './agency.ts';
import type { Dictation } from './dictation.ts';
import { type Emission, isDirect } from './emission.ts';
import type { ExecutedCall } from './executed-call.ts';
import { type Explanation, explainCall } from './explain-call.ts';
import { lostVotes } from './lost-votes.ts';

/** Tolerance for comparing times, because recorded times are truncated to milliseconds. */
const SLACK_MILLISECONDS = 5;

const BEST: readonly Explanation[] = ['emitted', 'expanded', 'amended'];

export interface Attributed {
  readonly calls: readonly CallAttribution[];
  /** The calls that each emission accounts for. */
  readonly uses: ReadonlyMap<Emission, readonly ExecutedCall[]>;
  readonly ignored: number;
}

/**
 * Finds the completion that emitted each executed call: of the completions answered before the call arrived, the latest
 * one with the best explanation. An emission accounts for one call, or for all calls that a macro makes of it.
 */
export function attributeCalls(
  executed: readonly ExecutedCall[],
  emissions: readonly Emission[],
  dictation: Dictation,
): Attributed {
  const uses = new Map<Emission, ExecutedCall[]>();
  const calls = executed.map((call): CallAttribution => {
    const found = explain(call, emissions, uses);
    if (found === undefined)
      return { call: call.sequence, tool: call.tool, origin: 'none', completion: null, emitted: null };
    const { emission, explanation } = found;
    uses.set(emission, [...(uses.get(emission) ?? []), call]);
    const { place, completion } = emission;
    const isDictated =
      call.search === null ? dictation.ofProducts(place, call.ids) : dictation.ofWords(place, call.search.q);
    return {
      call: call.sequence,
      tool: call.tool,
      origin: isDictated ? 'dictated' : explanation,
      completion: completion.sequence,
      emitted: emission.call.name,
    };
  });
  return { calls, uses, ignored: countIgnored(executed, emissions, uses) };
}

interface Found {
  readonly emission: Emission;
  readonly explanation: Explanation;
}

function explain(
  call: ExecutedCall,
  emissions: readonly Emission[],
  uses: ReadonlyMap<Emission, readonly ExecutedCall[]>,
): Found | undefined {
  let best: Found | undefined;
  for (const emission of emissions) {
    const { sequence, followedFrom } = emission.completion;
    if (sequence > call.sequence || followedFrom > call.at + SLACK_MILLISECONDS) continue;
    const explanation = explainCall(call, emission, { calls: uses.get(emission) ?? [] });
    if (explanation === undefined) continue;
    if (best === undefined || BEST.indexOf(explanation) <= BEST.indexOf(best.explanation)) {
      best = { emission, explanation };
    }
  }
  return best;
}

/** Emissions that were not executed. A repeated search or an already opened product may be answered from a cache. */
function countIgnored(
  executed: readonly ExecutedCall[],
  emissions: readonly Emission[],
  uses: Attributed['uses'],
): number {
  const searched = new Set(executed.map(({ search }) => search?.q));
  const opened = new Set(executed.flatMap(({ ids }) => ids));
  const lost = lostVotes(emissions, uses);
  return emissions.filter((emission) => {
    if (!isDirect(emission) || uses.has(emission) || lost.has(emission)) return false;
    if (emission.search !== null) return emission.search.q !== '' && !searched.has(emission.search.q);
    return emission.ids.length > 0 && !emission.ids.every((id) => opened.has(id));
  }).length;
}
