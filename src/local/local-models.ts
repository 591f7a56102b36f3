import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { fileHash } from '../models/file-hash.ts';
import { readGguf } from '../models/read-gguf.ts';
import { readTextFile, replaceFile, storageFault } from '../store/files.ts';
import { type EntryFile, type ModelEntry, modelEntrySchema, type TemplateChoice } from './model-entry.ts';
import { adapterFile } from './registry/adapter-file.ts';
import { checkAdapter, checkModel } from './registry/check-gguf.ts';

/** Prefix of the ids of local models. */
export const LOCAL_PREFIX = 'local/';

export function isLocalModel(id: string): boolean {
  return id.startsWith(LOCAL_PREFIX);
}

/** In the folder with the model's name. */
const ADAPTER_FILE = 'adapter.gguf';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export interface AddModelOptions {
  readonly gguf: string;
  /** GGUF file, or the folder of a LoRA in PEFT's format, which is converted into the models folder. */
  readonly adapter?: string | undefined;
  readonly template?: TemplateChoice | undefined;
  /** Architectures that the installed engine supports. */
  readonly architectures?: ReadonlySet<string> | undefined;
  readonly memoryBytes?: number | undefined;
  readonly onBytes?: ((read: number, of: number) => void) | undefined;
}

/** Checks a GGUF file and registers it under a name, replacing an existing entry. The file stays where it is. */
export async function addLocalModel(folder: string, name: string, options: AddModelOptions): Promise<ModelEntry> {
  checkName(name);
  const header = readGguf(options.gguf);
  const facts = checkModel(header, { ...options, hasAdapter: options.adapter !== undefined });
  const adapter =
    options.adapter === undefined
      ? undefined
      : await adapterFile(options.adapter, header, join(folder, name, ADAPTER_FILE));
  if (adapter !== undefined) checkAdapter(readGguf(adapter), facts.architecture);
  const entry: ModelEntry = {
    schema: 'local-model/1',
    name,
    file: await describeFile(options.gguf, (read) => options.onBytes?.(read, header.bytes)),
    adapter: adapter === undefined ? null : await describeFile(adapter),
    architecture: facts.architecture,
    parameters: header.parameters,
    context: facts.context,
    template: facts.template,
  };
  const text = `${JSON.stringify(entry, null, 2)}\n`;
  await replaceFile(entryPath(folder, name), async (aside) => writeFileSync(aside, text));
  return entry;
}

/** Sorted by name. Includes entries whose file is missing. */
export function listLocalModels(folder: string): readonly ModelEntry[] {
  const place = entriesFolder(folder);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((each) => each.endsWith('.json'));
  return names.sort().map((each) => readEntry(folder, each.slice(0, -'.json'.length)));
}

/** Finds an entry and checks that its files have not changed since registration. The name may begin with `local/`. */
export async function findLocalModel(folder: string, id: string): Promise<ModelEntry> {
  const entry = readEntry(folder, localName(id));
  for (const file of [entry.file, entry.adapter]) if (file !== null) await checkUnchanged(entry, file);
  return entry;
}

/** Removes a model's entry. Its files are deleted only if they are in the models folder under its name. */
export function removeLocalModel(
  folder: string,
  id: string,
): { readonly entry: ModelEntry; readonly deleted: boolean } {
  const entry = readEntry(folder, localName(id));
  const fetched = resolve(folder, entry.name);
  const isOurs = [entry.file, entry.adapter].some((file) => file?.path.startsWith(`${fetched}/`));
  const deleted = isOurs && existsSync(fetched);
  try {
    if (deleted) rmSync(fetched, { recursive: true });
    rmSync(entryPath(folder, entry.name));
  } catch (error) {
    throw storageFault(error, `removing ${entry.name}`);
  }
  return { entry, deleted };
}

function localName(id: string): string {
  return id.startsWith(LOCAL_PREFIX) ? id.slice(LOCAL_PREFIX.length) : id;
}

function entriesFolder(folder: string): string {
  return join(folder, 'local');
}

function entryPath(folder: string, name: string): string {
  return join(entriesFolder(folder), `${name}.json`);
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new Fault('USAGE', {
    message: `"${name}" is not a usable model name.`,
    remedy: 'Use up to 64 small letters, digits, dots, dashes and underscores; begin with a letter or digit.',
  });
}

function readEntry(folder: string, name: string): ModelEntry {
  checkName(name);
  const path = entryPath(folder, name);
  if (!existsSync(path)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no local model "${name}" in ${folder}.`,
      remedy: `Register one with \`assay model add ${name} --gguf FILE\`, or see \`assay model list\`.`,
    });
  }
  const json = parseJson(readTextFile(path));
  const parsed = modelEntrySchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not an entry of a local model.`,
    remedy: `Delete it and register the model again with \`assay model add ${name} --gguf FILE\`.`,
  });
}

async function describeFile(path: string, onBytes?: (read: number) => void): Promise<EntryFile> {
  const { size, mtimeMs } = statSync(path);
  return { path: resolve(path), bytes: size, sha256: await fileHash(path, onBytes), modified: mtimeMs };
}

async function checkUnchanged(entry: ModelEntry, file: EntryFile): Promise<void> {
  const status = statSync(file.path, { throwIfNoEntry: false });
  const again = `Register it again with \`assay model add ${entry.name} --gguf FILE\`.`;
  if (status === undefined) {
    throw new Fault('FILE_NOT_FOUND', { message: `${file.path} of local/${entry.name} is gone.`, remedy: again });
  }
  if (status.size === file.bytes && status.mtimeMs === file.modified) return;
  if (status.size === file.bytes && (await fileHash(file.path)) === file.sha256) return;
  throw new Fault('INPUT_INVALID', {
    message: `${file.path} is not the file that was registered as local/${entry.name}.`,
    remedy: again,
  });
}
