import { join } from 'node:path';
import type { DemoContest } from './demo-stage.ts';
import type { Handed } from './hand-in.ts';
import { countText } from './say-demo.ts';

/** How much was recorded that a model can be trained from. */
export async function tellCorpus({ board, narrator, options }: DemoContest, handed: readonly Handed[]) {
  let attempts = 0;
  for (const { versionId, client } of handed) {
    if (versionId === null) continue;
    const { problems } = await board.problems(versionId, client);
    attempts += problems.flatMap(({ validator_results }) => validator_results).filter(isGraded).length;
  }
  const folder = join(options.folder, 'validators');
  narrator.tell(
    `${countText(attempts)} attempts were graded; every call of each, signed and chained, is in ${folder}.`,
  );
  return { attempts, folder };
}

/** Not of a run that was broken off before its turn came. */
function isGraded({ score }: { readonly score: number | null }): boolean {
  return score !== null;
}
