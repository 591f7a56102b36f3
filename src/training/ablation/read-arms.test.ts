import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleEpisode, sampleRun } from '../../evaluation/testing/sample-run.ts';
import { RunFolder } from '../run/run-folder.ts';
import { readArms } from './read-arms.ts';
import { readQuestions } from './read-questions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arms-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Training {
  /** How training ended; if omitted, it did not end. */
  readonly stopped?: string | null;
  readonly whole?: boolean;
}

function train(arm: string, seed: number, { stopped, whole = true }: Training): void {
  const place = new RunFolder(join(folder, arm, `seed-${seed}`)).stage('sft');
  mkdirSync(place.evaluation, { recursive: true });
  if (stopped !== undefined) writeFileSync(place.mark('train'), JSON.stringify({ steps: 10, stopped }));
  const run = sampleRun('sft', 4, { k: 1, greedy: false });
  const measured = run.problems.slice(0, whole ? 4 : 1);
  const lines = measured.map(({ id }) => `${JSON.stringify(sampleEpisode(id, 'sampled', 0, true))}\n`);
  writeFileSync(join(place.evaluation, 'run.json'), JSON.stringify(run));
  writeFileSync(join(place.evaluation, 'journal.jsonl'), lines.join(''));
  if (whole) writeFileSync(place.mark('evaluation'), '{}');
}

it('counts the seeds of an arm that were trained and measured completely, and names the others', () => {
  train('filtered', 1, { stopped: null });
  train('filtered', 2, { stopped: 'early' });
  train('filtered', 3, { stopped: null, whole: false });
  train('spoken', 1, { stopped: 'deadline' });
  train('spoken', 2, {});
  const { arms, unfinished } = readArms(folder);
  expect(arms.map(({ label, runs }) => [label, runs['pass@1'].length])).toEqual([['filtered', 2]]);
  expect(unfinished).toEqual([
    { label: 'filtered', seed: '3', missing: 'measurement' },
    { label: 'spoken', seed: '1', missing: 'training' },
    { label: 'spoken', seed: '2', missing: 'training' },
  ]);
});

it('reports that nothing is measured without a complete seed', () => {
  train('filtered', 1, { stopped: null, whole: false });
  expect(readArms(folder).arms).toEqual([]);
  rmSync(join(folder, 'filtered'), { recursive: true });
  expect(() => readArms(folder)).toThrow(/No arm .* has been measured/);
});

it('reads the questions of an experiment, and without them asks those of the first plan', () => {
  expect(readQuestions(folder).map(({ plan, questions }) => [plan, questions.length])).toEqual([['first', 7]]);
  const families = [{ plan: 'seventh', questions: [['filtered_silent', 'scripted_claimed']] }];
  writeFileSync(join(folder, 'questions.json'), JSON.stringify({ families }));
  expect(readQuestions(folder)).toEqual(families);
  writeFileSync(
    join(folder, 'questions.json'),
    '{"families":[{"plan":"seventh","questions":[["filtered","silent"]]}]}',
  );
  expect(() => readQuestions(folder)).toThrow(/does not list questions/);
});
