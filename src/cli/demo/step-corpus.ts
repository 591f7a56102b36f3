import { join } from 'node:path';
import { publishCorpus } from '../../corpus/arena.ts';
import { FILTER_CONFIG } from '../../corpus/filter.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { packageVersion } from '../package-version.ts';
import { countText } from './format-demo.ts';
import type { DemoContest } from './open-demo.ts';
import type { SubmittedContestant } from './submit-contestant.ts';

/** Prints how much was recorded, and how much of it is usable as training data. */
export async function showCorpus(contest: DemoContest, submitted: readonly SubmittedContestant[]) {
  const { api, output, options, people, url } = contest;
  // Contestants see only the totals of a race.
  const operator = people.client('operator', url);
  let attempts = 0;
  for (const { versionId } of submitted) {
    if (versionId === null) continue;
    const { problems } = await api.problems(versionId, operator);
    attempts += problems.flatMap(({ validator_results }) => validator_results).filter(isGraded).length;
  }
  const folder = join(options.folder, 'validators');
  output.tell(
    `${countText(attempts)} attempts were graded. Every recorded call, signed and hash-chained, is in ${folder}.`,
  );
  const { filtered, built, input } = await publish(contest);
  const { rows, kept, agency, failing } = filtered;
  const scripted = agency.scripted ?? 0;
  output.tell(
    `The training-data filter read ${countText(rows)} recorded attempts, including ${countText(failing.PROBE)} probes ` +
      "(ungraded attempts in which the gateway changed the model's answers). " +
      `It keeps ${countText(kept)} for training. It rejects the rest, some for more than one reason: ` +
      `${countText(scripted)} were scripted, ${countText(failing.PROBLEM_WITHHELD)} were on problems that are still hidden, ` +
      `and ${countText(failing.DUPLICATE)} were duplicates. All reasons: ${join(input, 'rejected.jsonl')}.`,
  );
  const published = built.manifest.rows;
  const unlicensed = built.manifest.apart.NO_LICENCE ?? 0;
  output.tell(
    `Of the ${countText(kept)} kept, ${countText(published)} are published at ${url}/corpus; ${countText(unlicensed)} are not, because ` +
      'their contestants chose the licence "none".',
  );
  return {
    attempts,
    folder,
    filtered: { rows, probes: failing.PROBE, kept, scripted, withheld: failing.PROBLEM_WITHHELD, folder: input },
    release: { rows: published, unlicensed },
  };
}

async function publish({ options, bankFolder, started }: DemoContest) {
  const market = MarketIndex.open(indexPath(join(options.folder, 'market')));
  const folder = join(options.folder, 'arena', 'corpus');
  try {
    const published = await publishCorpus(started.arena, {
      folder,
      name: () => 'demonstration',
      bankFolder,
      heldOut: [],
      market,
      config: FILTER_CONFIG,
      threads: 1,
      program: packageVersion(),
      shares: { train: 0.8, dev: 0.1, heldout: 0.1 },
      seed: 7,
      who: 'operator',
    });
    return { ...published, input: join(folder, 'filtered') };
  } finally {
    market.close();
  }
}

/** Excludes attempts of a run that was aborted before their turn. */
function isGraded({ score }: { readonly score: number | null }): boolean {
  return score !== null;
}
