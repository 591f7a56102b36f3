import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { ENGINE_VERSION, findEngine } from '../../../local/engine-package.ts';
import { LOCAL_PREFIX, listLocalModels } from '../../../local/local-models.ts';
import { KNOWN_MODELS } from '../../../models/known-models.ts';
import { isModelPresent } from '../../../models/model-folder.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';

interface Options {
  readonly models: string;
  readonly json?: boolean;
}

export function modelListCommand(): Command {
  return new Command('list').addOption(modelsOption()).action((options: Options) => {
    const terminal = createTerminal(options.json === true);
    const local = listLocalModels(options.models).map((entry) => ({ ...entry, present: existsSync(entry.file.path) }));
    const known = KNOWN_MODELS.map((model) => ({
      name: model.name,
      description: model.description,
      licence: model.licence,
      bytes: model.files.reduce((sum, { bytes }) => sum + bytes, 0),
      fetched: isModelPresent(options.models, model),
    }));
    const engine = findEngine(options.models) === undefined ? null : ENGINE_VERSION;
    if (local.length === 0) terminal.print('No registered models.');
    else {
      const rows = local.map((each) => [
        `${LOCAL_PREFIX}${each.name}`,
        each.architecture,
        megabytes(each.file.bytes),
        each.present ? each.file.path : `${each.file.path} (missing)`,
      ]);
      terminal.print(table(['registered', 'architecture', 'size', 'file'], rows));
    }
    const rows = known.map((each) => [
      each.name,
      megabytes(each.bytes),
      each.licence,
      each.fetched ? 'yes' : 'no',
      each.description,
    ]);
    terminal.print(`\n${table(['catalogue', 'size', 'licence', 'fetched', 'what'], rows)}\n`);
    terminal.print(
      `Engine: ${engine === null ? 'not installed (assay model install-engine)' : `node-llama-cpp ${engine}`}`,
    );
    terminal.report({ local, known, engine });
  });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
