import type { Random } from '../../random/random.ts';
import type { LabelledStep } from './labelled-step.ts';

/**
 * Orders steps so that good and bad ones alternate evenly and, if possible, neighbours come from different
 * conversations. Each completion is also evaluated with its neighbour's prompt, which must be unrelated to it.
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

/** The next step in the queue from a different conversation than the previous one; the next of any if there is none. */
function takeUnregistered(queue: LabelledStep[], before: LabelledStep | undefined): LabelledStep {
  const place = queue.findIndex(({ trace }) => trace.id !== before?.trace.id);
  return queue.splice(Math.max(0, place), 1)[0]!;
}
