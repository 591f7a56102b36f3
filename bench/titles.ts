import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { CachedEmbedder } from '../src/embedding/cached-embedder.ts';
import { EndpointEmbedder } from '../src/embedding/endpoint-embedder.ts';
import { LocalEmbedder } from '../src/embedding/local-embedder.ts';
import { cosine, type TextEmbedder, unitVector } from '../src/embedding/text-embedder.ts';
import { DEFAULT_EMBEDDING_MODEL, findEmbeddings } from '../src/models/known-models.ts';
import { modelsFolder } from '../src/models/model-folder.ts';
import { REFERENCE_TITLE_MODEL, strictThreshold } from '../src/problems/satisfy/title-thresholds.ts';
import { lexicalSimilarity } from '../src/problems/satisfy.ts';

/**
 * Compares title measures with the vectors included in a suite of the reference (`reward_title_embeddings`), on every
 * pair of its titles. The reference accepts a pair from 0.7 in its strict mode and from 0.5 in the benchmark.
 *
 *   node bench/titles.ts SUITE.json [--models DIR] [--base-url URL --model ID] [--cache DIR] [--sweep]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string', default: modelsFolder() },
    'base-url': { type: 'string' },
    model: { type: 'string', default: REFERENCE_TITLE_MODEL },
    cache: { type: 'string', default: 'data/vectors' },
    sweep: { type: 'boolean', default: false },
  },
});
const [suite] = positionals;
if (suite === undefined) {
  console.error('usage: node bench/titles.ts SUITE.json [--sweep]');
  process.exit(2);
}

const MODES = { strict: 0.7, benchmark: 0.5 };

interface Measure {
  readonly name: string;
  readonly thresholds: Readonly<Record<keyof typeof MODES, number>>;
  readonly of: (left: string, right: string) => number;
}

const reference = referenceVectors(suite);
const titles = [...reference.keys()];
const pairs = titles.flatMap((left, place) =>
  titles
    .slice(place + 1)
    .map((right) => ({ left, right, cosine: cosine(reference.get(left)!, reference.get(right)!) })),
);
const measures: Measure[] = [
  { name: 'lexical', thresholds: looser(lexicalSimilarity.threshold), of: lexicalSimilarity.compare },
  await embedded(new LocalEmbedder(values.models, findEmbeddings(DEFAULT_EMBEDDING_MODEL)!)),
];
if (values['base-url'] !== undefined) {
  measures.push(await embedded(new EndpointEmbedder({ baseUrl: values['base-url'], model: values.model })));
}

console.log(`${titles.length} titles, ${pairs.length} pairs\n`);
const head = [
  'mode',
  'measure',
  'threshold',
  'reference accepts',
  'of those accepted',
  'accepted beside those',
  'agreement',
];
const rows = Object.entries(MODES).flatMap(([mode, limit]) =>
  measures.flatMap((measure) => {
    const own = measure.thresholds[mode as keyof typeof MODES];
    const swept = Array.from({ length: 17 }, (_, step) => (step + 1) * 0.05);
    return (values.sweep ? swept : [own]).map((threshold) => row(mode, limit, measure, threshold));
  }),
);
console.log(table(head, rows, 160));

function row(mode: string, limit: number, { name, of }: Measure, threshold: number): (string | number)[] {
  const accepted = pairs.filter((pair) => pair.cosine >= limit);
  const taken = pairs.filter(({ left, right }) => of(left, right) >= threshold);
  const both = taken.filter((pair) => pair.cosine >= limit).length;
  const differ = accepted.length - both + (taken.length - both);
  const agreement = `${((1 - differ / pairs.length) * 100).toFixed(1)} %`;
  return [mode, name, threshold.toFixed(3), accepted.length, both, taken.length - both, agreement];
}

async function embedded(embedder: TextEmbedder): Promise<Measure> {
  const vectors = await new CachedEmbedder(embedder, values.cache).embed(titles);
  const byTitle = new Map(titles.map((title, place) => [title, vectors[place]!]));
  const of = (left: string, right: string) => cosine(byTitle.get(left)!, byTitle.get(right)!);
  return { name: embedder.id, thresholds: looser(strictThreshold(embedder.id)), of };
}

function looser(strict: number): Measure['thresholds'] {
  return { strict, benchmark: (strict * MODES.benchmark) / MODES.strict };
}

function referenceVectors(path: string): ReadonlyMap<string, Float32Array> {
  const problems = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly reward_title_embeddings?: Readonly<Record<string, readonly number[]>>;
  }[];
  return new Map(
    problems.flatMap(({ reward_title_embeddings: vectors = {} }) =>
      Object.entries(vectors).map(([title, values]) => [title, unitVector(values)!] as const),
    ),
  );
}
