import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type HashedFile, writeHashedBytes, writeHashedText } from '../corpus/release.ts';
import { ParquetWriter, verlSft } from '../corpus/render.ts';
import { Fault } from '../fault/fault.ts';
import { makeFolder } from '../store/files.ts';
import { verlRewardFiles } from './export/verl-reward.ts';
import { verlSftLine, verlStateLine } from './export/verl-rows.ts';
import { verlScript } from './export/verl-script.ts';
import type { Recipe } from './recipe/recipe-schema.ts';
import { STAGES, type Stage } from './recipe/stage.ts';
import type { SftRow, StateRow } from './rows/training-row.ts';
import { readWrittenRows, writeRows } from './rows/write-rows.ts';
import type { RunFolder } from './run/run-folder.ts';
import { STAGE_TABLE } from './stages/stage-table.ts';
import { trainerHome } from './trainer/trainer-home.ts';

export interface VerlExport {
  readonly kind: 'assay-training-export';
  readonly format: 'verl';
  readonly recipe: string;
  readonly files: readonly (HashedFile & { readonly rows?: number })[];
}

/** Exports the rows of a run, a reward function and the flags, for training with verl on several machines. */
export async function exportVerl(
  folder: RunFolder,
  recipe: Recipe,
  stage: Stage,
  out: string,
  home = trainerHome(),
): Promise<VerlExport> {
  requireConversations(stage);
  const rows = await readWrittenRows<SftRow>(existing(folder.stage(stage).rows, stage));
  makeFolder(out);
  const sft = await writeHashedBytes(join(out, 'sft.parquet'), 'sft.parquet', async (put) => {
    const table = new ParquetWriter(verlSft.columns!, put);
    for (const row of rows) await table.add(verlSftLine(row));
    await table.end();
  });
  const files: (HashedFile & { rows?: number })[] = [{ ...sft, rows: rows.length }];
  const states = exportedAs('states')
    .map((each) => folder.stage(each).rows)
    .filter((path) => existsSync(path));
  if (states.length > 0) {
    const found = await Promise.all(states.map(async (path) => await readWrittenRows<StateRow>(path)));
    const lines = found.flat().map(verlStateLine);
    files.push({ ...(await writeRows(join(out, 'states.jsonl'), 'states.jsonl', lines)), rows: lines.length });
  }
  for (const [file, text] of verlRewardFiles(home)) files.push(await writeHashedText(join(out, file), file, text));
  files.push(await writeHashedText(join(out, 'run.sh'), 'run.sh', verlScript(recipe)));
  chmodSync(join(out, 'run.sh'), 0o755);
  const summary: VerlExport = { kind: 'assay-training-export', format: 'verl', recipe: recipe.name, files };
  await writeHashedText(join(out, 'export.json'), 'export.json', JSON.stringify(summary, null, 2));
  return summary;
}

function exportedAs(form: 'conversations' | 'states'): readonly Stage[] {
  return STAGES.filter((stage) => STAGE_TABLE[stage].verl === form);
}

function requireConversations(stage: Stage): void {
  const conversations = exportedAs('conversations');
  if (conversations.includes(stage)) return;
  throw new Fault('USAGE', {
    message: `verl has no trainer for rows of stage ${stage}; the states of ${exportedAs('states').join(' and ')} are exported with every other.`,
    remedy: `Take --stage ${conversations.slice(0, -1).join(', ')} or ${conversations.at(-1)}.`,
  });
}

function existing(path: string, stage: string): string {
  if (existsSync(path)) return path;
  throw new Fault('FILE_NOT_FOUND', {
    message: `The run has no rows of stage ${stage}.`,
    remedy: `Run it with \`assay train run --stage ${stage}\`, or name another stage with --stage.`,
  });
}
