import type { FactsReader, ReadOutcome } from '../../../arena/admission/facts-reader.ts';
import { ProcessFactsReader } from '../../../arena/admission.ts';
import { sampleAgent } from '../../../arena/testing/sample-submissions.ts';

/**
 * Analyses one sample agent with Python and returns that result for all of them: they differ only in a comment, and a
 * load test measures the arena, not how fast Python starts.
 */
export class CachingFactsReader implements FactsReader {
  #outcome: Promise<ReadOutcome> | undefined;

  read(): Promise<ReadOutcome> {
    this.#outcome ??= ProcessFactsReader.find().then((python) => python.read(sampleAgent()));
    return this.#outcome;
  }
}
