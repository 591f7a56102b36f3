import { questionOf } from '../../problems/clusters.ts';
import { bankExists, loadSuite, openBank, readBank } from '../../problems/suites.ts';
import type { TrainingSet } from './find-leaks.ts';

/**
 * All problems that contestants of an arena see: its race bank and its open suites. Their attempts may become a corpus,
 * so a held-out suite must share nothing with them.
 */
export async function bankTraining(folder: string): Promise<readonly TrainingSet[]> {
  if (!bankExists(folder)) return [];
  const { state } = await openBank(folder);
  const bank = Array.from((await readBank(folder, state)).problems.values(), ({ problem }) => problem);
  const suites = [...state.suites.values()].filter(({ kind }) => kind !== 'heldout');
  return [
    { name: `the race bank in ${folder}`, questions: bank.map(questionOf) },
    ...suites.map(({ id, name, version }) => ({
      name: `${name}@${version}`,
      questions: loadSuite(folder, id).problems.map(questionOf),
    })),
  ].filter(({ questions }) => questions.length > 0);
}
