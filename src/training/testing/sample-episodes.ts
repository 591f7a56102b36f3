import { mkdirSync } from 'node:fs';
import { Journal } from '../../evaluation/run/journal.ts';
import { type RunRecord, writeRun } from '../../evaluation/run/run-record.ts';
import { sampleEpisode, sampleRun } from '../../evaluation/testing/sample-run.ts';
import type { Start } from '../recipe/stage.ts';
import { RunFolder } from '../run/run-folder.ts';

/**
 * For tests: writes the evaluation of a stage with a greedy and a sampled episode of three problems, with transcripts.
 */
export async function writeSampleEpisodes(root: string, stage: Start, rest: Partial<RunRecord> = {}): Promise<void> {
  const { evaluation } = new RunFolder(root).stage(stage);
  mkdirSync(evaluation, { recursive: true });
  const run = sampleRun(stage, 3, rest);
  await writeRun(evaluation, run);
  const journal = Journal.open(evaluation);
  for (const { id } of run.problems) {
    for (const mode of ['sampled', 'greedy'] as const) {
      const { transcript: _, ...line } = sampleEpisode(id, mode, 0, stage !== 'base');
      const search = { name: 'find_product', arguments: '{"q":"lamp"}' };
      journal.addEpisode(line, {
        problem_id: id,
        mode,
        sample: 0,
        messages: [
          { role: 'system', content: 'You shop.' },
          { role: 'user', content: `A lamp, as in ${id}.` },
          {
            role: 'assistant',
            content: `The ${mode} words of ${stage}.`,
            tool_calls: [{ id: 'a', type: 'function', function: search }],
          },
          { role: 'tool', tool_call_id: 'a', content: '[]' },
        ],
      });
    }
  }
}
