import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { attemptPaths } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { fileSize, readTextFile } from '../../store/files.ts';
import { LICENCES_FILE } from '../release/known-licences.ts';

const ROW_FILE = /\.(?:jsonl?(?:\.gz)?|eval|parquet)$/;
/**
 * If one of these exists and we wrote it, the folder is one of our corpora, releases or exports, and most of its files
 * contain no rows.
 */
const CORPUS_FILES = ['filter.json', 'rewrite.json', 'manifest.json', 'export.json'];
const CORPUS_ROWS =
  /^(?:(?:trajectories|claimed|rewritten)\.jsonl|(?:train|dev|heldout)(?:\.claimed|\.rewritten)?(?:\.jsonl|(?:-\d+)?\.parquet))$/;

/** The files of an input: rows, or the attempts of a data folder, and the folders that may contain their licences. */
export interface InputFiles {
  readonly kind: 'store' | 'files';
  readonly rows: readonly { readonly path: string; readonly name: string }[];
  readonly folders: readonly string[];
}

/** Lists files in an order that does not depend on the file system. Licence files are never rows, wherever they are. */
export function inputFiles(path: string): InputFiles {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is nothing at ${path}.`,
      remedy:
        'Name a data folder of `assay try` or `assay validator`, or a folder with .jsonl, .json.gz, .eval or .parquet files.',
    });
  }
  if (status.isFile()) {
    const rows = basename(path) === LICENCES_FILE ? [] : [{ path, name: path }];
    return { kind: 'files', rows, folders: [dirname(path)] };
  }
  if (statSync(attemptPaths(path).attempts, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { kind: 'store', rows: [], folders: [path] };
  }
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const corpora = names
    .filter((name) => CORPUS_FILES.includes(basename(name)) && isOurs(join(path, name)))
    .map((name) => dirname(name));
  const isInCorpus = (name: string) => corpora.some((folder) => folder === '.' || name.startsWith(`${folder}${sep}`));
  const found = names.filter(
    (name) =>
      ROW_FILE.test(name) &&
      basename(name) !== LICENCES_FILE &&
      (!isInCorpus(name) || CORPUS_ROWS.test(basename(name))),
  );
  if (found.length === 0) {
    throw new Fault('INPUT_INVALID', {
      message: `${path} holds neither attempts nor files that end in .jsonl, .json, .jsonl.gz, .json.gz, .eval or .parquet.`,
      remedy: 'Name the folder that holds them.',
    });
  }
  const folders = names.filter((name) => basename(name) === LICENCES_FILE).map((name) => dirname(join(path, name)));
  return { kind: 'files', rows: found.map((name) => ({ path: join(path, name), name })), folders };
}

const MAX_SUMMARY_BYTES = 16 * 1024 ** 2;

/** Other programs also write manifests, and logs next to them must be read. */
function isOurs(path: string): boolean {
  if (fileSize(path) > MAX_SUMMARY_BYTES) return false;
  const text = readTextFile(path);
  return text.includes('"assay-corpus') || text.includes('"config_fingerprint"');
}
