import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { readManifest } from '../../problems/clusters.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { assertNotSealedIn, findSuite, loadSuite, openBank } from '../../problems/suites.ts';
import { readTextFile } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { EvaluationSuite } from './evaluation-suite.ts';
import { MANIFEST_FILE, readSuiteManifest } from './suite-manifest.ts';

/**
 * Opens a suite by name: a folder with a manifest, a file of problems (part of a split folder or separate), or a suite
 * of the bank. A dev suite must not contain problems that the bank has sealed.
 */
export async function openSuite(wanted: string, bankFolder: string): Promise<EvaluationSuite> {
  const suite = await namedSuite(wanted, bankFolder);
  // A dev suite is used for training and model selection. A held-out suite is not, and its uses are recorded.
  if (suite.kind === 'dev') await assertNotSealedIn(bankFolder, suite.problems);
  return suite;
}

async function namedSuite(wanted: string, bankFolder: string): Promise<EvaluationSuite> {
  if (!existsSync(wanted)) return await suiteOfBank(wanted, bankFolder);
  return statSync(wanted).isDirectory() ? await suiteOfFolder(wanted) : await suiteOfFile(wanted);
}

async function suiteOfFolder(folder: string): Promise<EvaluationSuite> {
  const manifest = readSuiteManifest(join(folder, MANIFEST_FILE));
  const file = join(folder, manifest.problems.file);
  if (sha256(readTextFile(file)) !== manifest.problems.sha256) {
    throw new Fault('INPUT_INVALID', {
      message: `${file} is not the file its manifest describes.`,
      remedy: 'Restore it from a backup: results on changed problems are not comparable with others.',
    });
  }
  const { name, kind, market } = manifest;
  const training = kind === 'heldout' ? neighbours(folder) : [];
  return { name, kind: kind === 'heldout' ? kind : 'dev', market, problems: await readProblemFile(file), training };
}

/**
 * Suites in the same parent folder that may be used for training or model selection. They come with the held-out suite.
 */
function neighbours(folder: string): readonly string[] {
  const parent = dirname(resolve(folder));
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== basename(resolve(folder)))
    .map(({ name }) => join(parent, name))
    .filter((other) => existsSync(join(other, MANIFEST_FILE)) && existsSync(join(other, 'problems.jsonl')))
    .flatMap((other) => {
      const { kind, problems } = readSuiteManifest(join(other, MANIFEST_FILE));
      return kind === 'heldout' ? [] : [join(other, problems.file)];
    });
}

async function suiteOfFile(file: string): Promise<EvaluationSuite> {
  const beside = join(dirname(file), MANIFEST_FILE);
  const split = existsSync(beside) ? splitOf(file, beside) : undefined;
  if (split === 'folder') return await suiteOfFolder(dirname(file));
  return {
    name: basename(file).replace(/\.jsonl?$/, ''),
    kind: split === 'heldout' ? 'heldout' : 'dev',
    market: null,
    problems: await readProblemFile(file),
    training: split === 'heldout' || split === 'dev' ? [join(dirname(file), 'train.jsonl')] : [],
  };
}

/** The split that a file belongs to; `folder` if it belongs to a suite with its own manifest. */
function splitOf(file: string, manifestPath: string): 'heldout' | 'dev' | 'folder' | undefined {
  if (basename(file) === 'heldout.jsonl' || basename(file) === 'dev.jsonl') {
    const { splits } = readManifest(manifestPath);
    return basename(file) === splits.heldout.file ? 'heldout' : 'dev';
  }
  return basename(file) === 'problems.jsonl' ? 'folder' : undefined;
}

async function suiteOfBank(wanted: string, bankFolder: string): Promise<EvaluationSuite> {
  if (!existsSync(bankFolder)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no suite ${wanted}: no folder or file of this name, and no bank in ${bankFolder}.`,
      remedy: 'Name a folder such as suites/heldout-75, a file of problems, or a suite of the bank with --bank.',
    });
  }
  const { state } = await openBank(bankFolder);
  const { id, kind } = findSuite(state, wanted);
  if (kind === 'race') {
    throw new Fault('PROBLEM_SEALED', {
      message: `${wanted} is a race suite; its problems are only for contestants.`,
      remedy: 'Evaluate on a held-out or a qualifying suite.',
    });
  }
  const suite = loadSuite(bankFolder, id);
  return {
    name: `${suite.name}@${suite.version}`,
    kind: kind === 'heldout' ? 'heldout' : 'dev',
    market: null,
    problems: suite.problems,
    training: [],
  };
}
