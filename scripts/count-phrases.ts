/**
 * How often the phrases of a suite occur in training rows, and how a model does on problems by its rarest phrase.
 *
 *   node scripts/count-phrases.ts --teacher EPISODES --rows first/rows.jsonl --rows second/rows.jsonl \
 *     --before EVALUATION --after EVALUATION
 *
 * A phrase is what house/expert quotes in its first answer with its reading: "slung between two points", so bed_type hammock.
 * `--teacher` is an evaluation of it on the suite, with transcripts. Groups are by the first `--rows`; the counts are given for
 * the first, and for all of them together.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RowMessage } from '../src/chat/schema.ts';
import { readJournal } from '../src/evaluation/run.ts';
import { readLines } from '../src/store/files.ts';

const PHRASE = /"([^"]*)", so ([a-z_]+ [^;"]*?)(?=;|\)|$)/g;

const { values } = parseArgs({
  options: {
    teacher: { type: 'string' },
    rows: { type: 'string', multiple: true, default: [] },
    before: { type: 'string' },
    after: { type: 'string' },
  },
});

const { teacher, before, after } = values;
if (teacher === undefined || before === undefined || after === undefined || values.rows.length === 0) {
  throw new Error('Give --teacher, --rows, --before and --after.');
}

interface Conversation {
  readonly problem_id: string;
  readonly messages: readonly RowMessage[];
}

const asked = new Map(
  readFileSync(join(teacher, 'transcripts.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Conversation)
    .map((conversation) => [conversation.problem_id, phrasesOf(conversation)]),
);
const files = await Promise.all(values.rows.map(countIn));
const first = files[0]!;
const all = [...asked.values()].flat();
console.log(`${all.length} phrases, ${new Set(all).size} different`);
for (const [label, counts] of [['first rows', files.slice(0, 1)] as const, ['all rows', files] as const]) {
  const found = all.map((phrase) => counts.reduce((sum, each) => sum + (each.get(phrase) ?? 0), 0));
  console.log(
    `${label}: ${found.filter((n) => n === 0).length} in no row, ${found.filter((n) => n === 1).length} in one`,
  );
}
const solved = [before, after].map(solvedIn);
const groups = Map.groupBy(asked, ([, phrases]) => groupOf(phrases));
for (const [group, problems] of [...groups].sort()) {
  const counts = solved.map((ids) => problems.filter(([id]) => ids.has(id)).length);
  console.log(`${group}: ${problems.length} problems, solved ${counts.join(' before, ')} after`);
}

function phrasesOf({ messages }: Conversation): readonly string[] {
  const answer = messages.find(({ role }) => role === 'assistant')?.content;
  return [...String(answer ?? '').matchAll(PHRASE)].map(([, words, meaning]) => `${words}\n${meaning}`);
}

async function countIn(path: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const line of readLines(path, { maxLineBytes: 512 * 1024 ** 2 }))
    if ('text' in line)
      for (const phrase of phrasesOf(JSON.parse(line.text))) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

/** At temperature 0. */
function solvedIn(folder: string): ReadonlySet<string> {
  const { episodes } = readJournal(folder);
  return new Set(
    episodes.filter(({ mode, success }) => mode === 'greedy' && success).map(({ problem_id }) => problem_id),
  );
}

function groupOf(phrases: readonly string[]): string {
  if (phrases.length === 0) return 'no phrase';
  const rarest = Math.min(...phrases.map((phrase) => first.get(phrase) ?? 0));
  if (rarest === 0) return 'a phrase in no row';
  return rarest < 3 ? 'rarest phrase in 1 or 2 rows' : 'every phrase in 3 or more rows';
}
