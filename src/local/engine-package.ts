import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Fault } from '../fault/fault.ts';
import { ownField } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';
import { readTextFile, storageFault } from '../store/files.ts';

/** llama.cpp for Node. Not a dependency, because its binaries for all platforms and GPUs take 700 MB. */
const PACKAGE = 'node-llama-cpp';
export const ENGINE_VERSION = '3.22.1';

/** The command that the remedy of a fault names. */
const INSTALL_COMMAND = 'assay model install-engine';

/** `cuda` and `vulkan` are for graphics cards and many times the size of `cpu`. */
export type EngineBuild = 'cpu' | 'cuda' | 'vulkan';

const BINARIES: Readonly<Record<string, Partial<Record<EngineBuild, string>>>> = {
  'linux-x64': { cpu: 'linux-x64', cuda: 'linux-x64-cuda', vulkan: 'linux-x64-vulkan' },
  'linux-arm64': { cpu: 'linux-arm64' },
  'darwin-arm64': { cpu: 'mac-arm64-metal' },
  'darwin-x64': { cpu: 'mac-x64' },
};

/** Folder of the engine: next to the models, one folder per version. */
export function engineFolder(models: string): string {
  return resolve(models, 'engine', `${PACKAGE}-${ENGINE_VERSION}`);
}

/** The module to import, installed by us or by the user next to Assay; `undefined` if this version is not installed. */
export function findEngine(models: string): URL | undefined {
  const beside = createRequire(import.meta.url).resolve.paths(PACKAGE) ?? [];
  const homes = [join(engineFolder(models), 'node_modules'), ...beside].map((each) => join(each, PACKAGE));
  const home = homes.find((each) => versionIn(each) === ENGINE_VERSION);
  return home === undefined ? undefined : pathToFileURL(join(home, 'dist', 'index.js'));
}

/** Read as a file instead of resolved, because the package does not export its `package.json`. */
function versionIn(home: string): unknown {
  const path = join(home, 'package.json');
  if (!existsSync(path)) return undefined;
  const json = parseJson(readTextFile(path));
  return json.ok ? ownField(json.value, 'version') : undefined;
}

export function requireEngine(models: string): URL {
  const found = findEngine(models);
  if (found !== undefined) return found;
  throw new Fault('FILE_NOT_FOUND', {
    message: `Local models run on ${PACKAGE} ${ENGINE_VERSION}, which is not installed.`,
    remedy: `Run \`${INSTALL_COMMAND}\` (about 100 MB from the npm registry).`,
  });
}

/** The architectures that the installed engine supports; `undefined` without an engine. */
export async function engineArchitectures(models: string): Promise<ReadonlySet<string> | undefined> {
  const engine = findEngine(models);
  if (engine === undefined) return undefined;
  const { GgufArchitectureType: known } = (await import(engine.href)) as {
    readonly GgufArchitectureType?: Readonly<Record<string, string>>;
  };
  return known === undefined ? undefined : new Set(Object.values(known));
}

/** Installs the engine with npm into a separate folder, so that Assay's own packages do not change. */
export async function installEngine(models: string, build: EngineBuild = 'cpu'): Promise<string> {
  const folder = engineFolder(models);
  const binary = BINARIES[`${process.platform}-${process.arch}`]?.[build];
  if (binary === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: `${PACKAGE} has no ${build} build for ${process.platform}-${process.arch}.`,
      remedy: 'Serve the model with another server and name that with --base-url.',
    });
  }
  const aside = `${folder}.${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true });
    const dependencies = { [PACKAGE]: ENGINE_VERSION, [`@${PACKAGE}/${binary}`]: ENGINE_VERSION };
    writeFileSync(join(aside, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await npmInstall(aside);
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } catch (error) {
    throw storageFault(error, `installing ${PACKAGE} into ${folder}`);
  } finally {
    if (existsSync(aside)) rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Without scripts, because the binaries are prebuilt and nothing must be compiled. Without the builds for other
 * machines.
 */
async function npmInstall(folder: string): Promise<void> {
  const options = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', options, { cwd: folder });
  } catch (error) {
    const words = String((error as { readonly stderr?: unknown }).stderr || error).trim();
    throw new Fault('DOWNLOAD_FAILED', {
      message: `npm could not install ${PACKAGE} ${ENGINE_VERSION}: ${words.slice(0, 400)}`,
      remedy: 'Check the network and the registry that npm is configured for, then try again.',
      cause: error,
    });
  }
}
