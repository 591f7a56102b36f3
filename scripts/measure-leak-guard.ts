/**
 * Measures the leak guard on paraphrases: `node scripts/measure-leak-guard.ts HAYSTACK.jsonl PARAPHRASES.jsonl
 * [--models DIR] [--cache DIR] [--missed]`. A line of the haystack has `id` (or `problem_id`) and `query`; a paraphrase
 * has `text`, `style` and `origin` (one id or several), a look-alike has `near` instead. For each style, prints how
 * many paraphrases were caught and how many look-alikes were joined: by words alone and, if the embedding model is
 * available, with embeddings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { CachedEmbedder } from '../src/embedding/cached-embedder.ts';
import { LocalEmbedder } from '../src/embedding/local-embedder.ts';
import { DEFAULT_EMBEDDING_MODEL, findEmbeddings } from '../src/models/known-models.ts';
import { isModelPresent, modelsFolder } from '../src/models/model-folder.ts';
import { similarityWith, wordSimilarity } from '../src/problems/clusters.ts';
import { measureLeakGuard, type Paraphrase, type Stated } from '../src/problems/testing/measure-leak-guard.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string', default: modelsFolder() },
    model: { type: 'string', default: DEFAULT_EMBEDDING_MODEL },
    cache: { type: 'string' },
    missed: { type: 'boolean', default: false },
  },
});
const [haystackFile, paraphraseFile] = positionals;
if (haystackFile === undefined || paraphraseFile === undefined)
  throw new Error('usage: measure-leak-guard.ts HAYSTACK.jsonl PARAPHRASES.jsonl');
const haystack = readLines(haystackFile).map((line): Stated => ({ id: line.id ?? line.problem_id, query: line.query }));
const paraphrases = readLines(paraphraseFile) as Paraphrase[];

report('words alone', measureLeakGuard(haystack, paraphrases, wordSimilarity));
const model = findEmbeddings(values.model);
if (model === undefined || !isModelPresent(values.models, model)) {
  console.log(`With embeddings: not measured, ${values.model} is not in ${values.models} (assay model get).`);
} else {
  const local = new LocalEmbedder(values.models, model);
  const embedder = new CachedEmbedder(local, values.cache ?? join(values.models, 'vectors'));
  const compared = [...haystack, ...paraphrases.map(({ text }) => ({ query: text }))];
  report(`with ${values.model}`, measureLeakGuard(haystack, paraphrases, await similarityWith(embedder, compared)));
  await local.close();
}

function report(title: string, result: ReturnType<typeof measureLeakGuard>): void {
  const rows = [...result.styles].map(([style, { caught, total }]) => [style, `${caught} of ${total}`]);
  const share = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
  console.log(
    table(
      [title, 'caught'],
      [
        ...rows,
        ['all paraphrases', share(result.caught, result.paraphrases)],
        ['look-alikes joined', share(result.joined, result.lookAlikes)],
        ['strangers of the haystack joined', `${result.strangers}`],
      ],
    ),
  );
  if (values.missed) for (const line of result.notes) console.log(line);
}

// biome-ignore lint/suspicious/noExplicitAny: a script that trusts its own files.
function readLines(path: string): any[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
