import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attemptPaths } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { LICENCES_FILE } from '../release/known-licences.ts';

const ROW_FILE = /\.jsonl?(?:\.gz)?$/;

/** What is read of an input: rows, or the attempts of a data folder, and the folders that may hold licences of them. */
export interface InputFiles {
  readonly kind: 'store' | 'files';
  readonly rows: readonly { readonly path: string; readonly name: string }[];
  readonly folders: readonly string[];
}

/** In an order that does not depend on the file system. Licences are no rows, wherever they stand. */
export function inputFiles(path: string): InputFiles {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is nothing at ${path}.`,
      remedy: 'Name a data folder of `assay try` or `assay validator`, or a folder with .jsonl or .json.gz files.',
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
  const found = names.filter((name) => ROW_FILE.test(name) && basename(name) !== LICENCES_FILE);
  if (found.length === 0) {
    throw new Fault('INPUT_INVALID', {
      message: `${path} holds neither attempts nor files that end in .jsonl, .json, .jsonl.gz or .json.gz.`,
      remedy: 'Name the folder that holds them.',
    });
  }
  const folders = names.filter((name) => basename(name) === LICENCES_FILE).map((name) => dirname(join(path, name)));
  return { kind: 'files', rows: found.map((name) => ({ path: join(path, name), name })), folders };
}
