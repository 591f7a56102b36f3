import { join } from 'node:path';
import { FILTER_CONFIG } from '../../corpus/filter.ts';
import { filterFirehose, rowSources } from '../../corpus/firehose.ts';
import { buildRelease } from '../../corpus/release.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { findWithheld, readQueries } from '../corpus/problem-sources.ts';
import type { DemoContest } from './demo-stage.ts';
import type { Handed } from './hand-in.ts';
import { countText } from './say-demo.ts';

/** How much was recorded, and how much of it a model can be trained from. */
export async function tellCorpus(contest: DemoContest, handed: readonly Handed[]) {
  const { board, narrator, options, bankFolder, clock, validators, people, url } = contest;
  // Contestants see only the totals of a race.
  const operator = people.client('operator', url);
  let attempts = 0;
  for (const { versionId } of handed) {
    if (versionId === null) continue;
    const { problems } = await board.problems(versionId, operator);
    attempts += problems.flatMap(({ validator_results }) => validator_results).filter(isGraded).length;
  }
  const folder = join(options.folder, 'validators');
  narrator.tell(
    `${countText(attempts)} attempts were graded; every call of each, signed and chained, is in ${folder}.`,
  );
  const out = join(options.folder, 'corpus');
  const { rows, kept, agency, failing } = await filterFirehose({
    sources: validators.flatMap(({ name }) => rowSources(join(folder, name))),
    out,
    config: FILTER_CONFIG,
    queries: await readQueries([join(options.folder, 'suite.jsonl')]),
    withheld: await findWithheld(bankFolder, [], new Date(clock.now())),
    withheldChecked: true,
    threads: 1,
    strict: false,
  });
  const scripted = agency.scripted ?? 0;
  narrator.tell(
    `The filter keeps ${countText(kept)} of ${countText(rows)} for training: ${countText(scripted)} are a script's and not the ` +
      `model's, ${countText(failing.PROBLEM_WITHHELD)} are at problems that races still draw, ` +
      `${countText(failing.DUPLICATE)} say the same again; every reason is in ${join(out, 'rejected.jsonl')}.`,
  );
  await publish(contest, out);
  return { attempts, folder, filtered: { rows, kept, scripted, withheld: failing.PROBLEM_WITHHELD, folder: out } };
}

/** All of it is ours, so that it can be shown; an operator has to decide that. */
async function publish({ options, corpusFolder }: DemoContest, input: string): Promise<void> {
  const market = MarketIndex.open(indexPath(join(options.folder, 'market')));
  try {
    await buildRelease({
      input,
      out: corpusFolder,
      name: 'demonstration',
      problems: await readProblemFile(join(options.folder, 'suite.jsonl')),
      settled: [],
      sealed: undefined,
      heldOut: [],
      market,
      licences: new Map(),
      shares: { train: 0.8, dev: 0.1, heldout: 0.1 },
      seed: 7,
    });
  } finally {
    market.close();
  }
}

/** Not of a run that was broken off before its turn came. */
function isGraded({ score }: { readonly score: number | null }): boolean {
  return score !== null;
}
