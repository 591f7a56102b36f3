import type { FactsReader, ReadOutcome } from '../../../arena/admission/facts-reader.ts';
import { ProcessFactsReader } from '../../../arena/admission.ts';
import { sampleAgent } from '../../../arena/testing/sample-submissions.ts';

/**
 * Has Python look at one sample agent and says of all of them what it said of that: they differ in a comment, and under
 * load the question is what the arena does with them, not how fast Python starts.
 */
export class CachingFactsReader implements FactsReader {
  #outcome: Promise<ReadOutcome> | undefined;

  read(): Promise<ReadOutcome> {
    this.#outcome ??= ProcessFactsReader.find().then((python) => python.read(sampleAgent()));
    return this.#outcome;
  }
}
