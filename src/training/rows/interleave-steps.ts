import type { Random } from '../../random/random.ts';
import type { LabelledStep } from './labelled-step.ts';

/**
 * In an order in which good and bad ones alternate evenly and no two neighbours are of one conversation, as far as that
 * can be had: each completion is held against its neighbour's prompt, which must know nothing of it.
 */
export function interleaveSteps(steps: readonly LabelledStep[], random: Random): readonly LabelledStep[] {
  const good = random.sample(
    steps.filter(({ label }) => label),
    steps.length,
  );
  const bad = random.sample(
    steps.filter(({ label }) => !label),
    steps.length,
  );
  const ordered: LabelledStep[] = [];
  let owed = 0;
  while (good.length + bad.length > 0) {
    owed += good.length / (good.length + bad.length);
    const fromGood = bad.length === 0 || (good.length > 0 && owed >= 0.5);
    if (fromGood) owed -= 1;
    ordered.push(takeUnregistered(fromGood ? good : bad, ordered.at(-1)));
  }
  return ordered;
}

/** The next of the queue that is of another conversation than the one before; the next of all when there is none. */
function takeUnregistered(queue: LabelledStep[], before: LabelledStep | undefined): LabelledStep {
  const place = queue.findIndex(({ trace }) => trace.id !== before?.trace.id);
  return queue.splice(Math.max(0, place), 1)[0]!;
}
