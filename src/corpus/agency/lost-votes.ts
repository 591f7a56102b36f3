import type { RecordedCompletion } from '../trajectory/completion.ts';
import type { Emission } from './emission.ts';
import type { ExecutedCall } from './executed-call.ts';
import { sameJson } from './same-json.ts';

/** Votes are small; comparing more samples would let one attempt occupy the server that shows it. */
const MOST_SAMPLES = 64;

/**
 * The emissions of samples that lost a vote: the program carried out another sample of the same prompt, the first or
 * the most frequent one. A program that picks a sample by a rule of its own ignores the others.
 */
export function lostVotes(
  emissions: readonly Emission[],
  uses: ReadonlyMap<Emission, readonly ExecutedCall[]>,
): ReadonlySet<Emission> {
  const byCompletion = Map.groupBy(emissions, ({ completion }) => completion);
  return new Set(
    samplesOfOnePrompt([...byCompletion.keys()]).flatMap((samples) =>
      lostAmong(
        samples.map((sample) => byCompletion.get(sample)!),
        uses,
      ),
    ),
  );
}

function samplesOfOnePrompt(completions: readonly RecordedCompletion[]): RecordedCompletion[][] {
  const groups: RecordedCompletion[][] = [];
  for (const completion of completions) {
    const group = groups.find(([first]) => sameJson(first!.messages, completion.messages));
    if (group === undefined) groups.push([completion]);
    else group.push(completion);
  }
  return groups.filter(({ length }) => length > 1 && length <= MOST_SAMPLES);
}

/** @param samples The emissions of each sample, in the order sampled. */
function lostAmong(
  samples: readonly (readonly Emission[])[],
  uses: ReadonlyMap<Emission, readonly ExecutedCall[]>,
): Emission[] {
  const carriedOut = samples.flat().filter((emission) => uses.has(emission));
  const acted = Math.min(...carriedOut.flatMap((emission) => uses.get(emission)!.map(({ sequence }) => sequence)));
  const drawn = samples.filter((sample) => sample[0]!.completion.sequence < acted);
  const votes = new Map<string, number>();
  for (const sample of drawn) for (const act of new Set(sample.map(actOf))) votes.set(act, (votes.get(act) ?? 0) + 1);
  const chosen = new Set(carriedOut.map(actOf));
  const first = new Set(drawn[0]?.map(actOf));
  const isVote = chosen.size > 0 && [...chosen].every((act) => first.has(act) || hasWon(act, votes, chosen));
  return isVote ? drawn.filter((sample) => !sample.some((emission) => uses.has(emission))).flat() : [];
}

/** Whether an act has the most votes; of several, the one that got its first vote first. */
function hasWon(act: string, votes: ReadonlyMap<string, number>, chosen: ReadonlySet<string>): boolean {
  // A map keeps the order of first votes.
  const order = [...votes.keys()];
  const place = order.indexOf(act);
  const mine = votes.get(act) ?? 0;
  return order.every((other, at) => {
    const theirs = votes.get(other)!;
    return chosen.has(other) || theirs < mine || (theirs === mine && place < at);
  });
}

/** What a call of a sample votes for. */
function actOf({ call, search, ids }: Emission): string {
  return `${call.name} ${search === null ? ids.toSorted().join() : JSON.stringify(search)}`;
}
