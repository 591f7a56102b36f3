import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease, summariseRelease } from '../../src/corpus/release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../../src/corpus/testing/sample-filtered.ts';
import { sampleProblems } from '../../src/problems/testing/sample-problems.ts';
import { sampleSummary } from '../../src/training/testing/sample-summary.ts';

export interface PublishedSamples {
  readonly rowIds: readonly string[];
  readonly fileNames: readonly string[];
  /** The run with recorded episodes, and a problem of them. */
  readonly trainingRun: string;
  readonly trainingProblem: string;
}

const ROWS = 400;
const RUNS = 20;
const RECORDED = fileURLToPath(new URL('../training', import.meta.url));
const SUITE = fileURLToPath(new URL('../../suites/dev-75/manifest.json', import.meta.url));

/**
 * Publishes in the folders of the measured server: a corpus release of short rows, made-up training runs, and the shipped
 * runs, of which assay-135m has episodes.
 */
export async function publishSamples(folder: string): Promise<PublishedSamples> {
  const problems = sampleProblems(ROWS, 'published-');
  const filtered = writeFiltered(
    join(folder, 'filtered'),
    problems.map((problem) => sampleRow(problem)),
  );
  const release = join(folder, 'corpus');
  await buildRelease(sampleBuildOptions(filtered, release, { name: 'published', problems }));
  const { samples, files } = await summariseRelease(release);
  const training = join(folder, 'training');
  cpSync(RECORDED, training, { recursive: true });
  for (let run = 0; run < RUNS; run++) {
    mkdirSync(join(training, `run-${run}`), { recursive: true });
    writeFileSync(join(training, `run-${run}`, 'summary.json'), JSON.stringify(sampleSummary({ model: `run-${run}` })));
  }
  const { problem_ids } = JSON.parse(readFileSync(SUITE, 'utf8')) as { readonly problem_ids: readonly string[] };
  return {
    rowIds: samples.map(({ id }) => id),
    fileNames: files.map(({ name }) => name),
    trainingRun: 'here.assay-135m',
    trainingProblem: problem_ids[0]!,
  };
}
