import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync } from 'node:zlib';
import { packageVersion } from '../../src/cli/package-version.ts';
import { existingIndexPath } from '../../src/market/market-folder.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { buildChunks } from './build-chunks.ts';

export interface BundleOptions {
  readonly out: string;
  /** Folder of the market; the bundle uses the same name. */
  readonly market: string;
  /** Entry point; the whole harness unless given. */
  readonly program?: string;
}

export interface Bundle {
  readonly files: number;
  readonly bytes: number;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./harness-program.ts', import.meta.url));
const LAUNCHER = fileURLToPath(new URL('./assay-train.mjs', import.meta.url));

/** Limit on what can be transferred to another machine. */
const MAX_BYTES = 40 * 1024 ** 2;
const LEVEL = 15;

/** Writes the bundle. Fails if the folder contains something else. */
export async function bundleHarness({ out, market, program = PROGRAM }: BundleOptions): Promise<Bundle> {
  clear(out);
  const { chunks, files } = await buildChunks(program, ROOT);
  mkdirSync(join(out, 'lib'), { recursive: true });
  for (const { name, code } of chunks) writeFileSync(join(out, 'lib', name), code);
  for (const file of files) copyFile(file, out);
  for (const folder of ['suites', 'recipes', 'agents']) copyFolder(folder, out);
  for (const folder of ['trainer', 'sandbox', 'agent-kit', 'admission']) copyFolder(`python/${folder}`, out);
  for (const script of ['training-shell.sh', 'gpu-run.sh', 'experiment.sh', 'flywheel.sh'])
    copyFolder(`scripts/${script}`, out, script);
  cpSync(LAUNCHER, join(out, 'assay-train.mjs'));
  writeFileSync(
    join(out, 'package.json'),
    `${JSON.stringify({ name: 'assay-harness', version: packageVersion(), type: 'module' }, null, 2)}\n`,
  );
  packMarket(market, out);
  writeFileSync(join(out, 'README.md'), README);
  const bundle = measure(out);
  if (bundle.bytes > MAX_BYTES)
    throw new Error(`the bundle has ${bundle.bytes} bytes, and ${MAX_BYTES} is the most it may have`);
  return bundle;
}

function clear(out: string): void {
  const isEmpty = !existsSync(out) || readdirSync(out).length === 0;
  if (!isEmpty && !existsSync(join(out, 'assay-train.mjs')))
    throw new Error(`${out} holds something else than a bundle; name another folder`);
  // Results of measurements and training in the folder are kept.
  for (const name of ['lib', 'suites', 'recipes', 'agents', 'python', 'src'])
    rmSync(join(out, name), { recursive: true, force: true });
}

/**
 * Copies a file that a module refers to relative to itself, such as a rubric or a manifest. Folders referred to in this
 * way are copied by name, or not needed.
 */
function copyFile(file: string, out: string): void {
  const from = join(ROOT, file);
  if (file === 'package.json' || !existsSync(from) || !statSync(from).isFile()) return;
  mkdirSync(dirname(join(out, file)), { recursive: true });
  cpSync(from, join(out, file));
}

function copyFolder(folder: string, out: string, name: string = folder): void {
  if (!existsSync(join(ROOT, folder))) return;
  cpSync(join(ROOT, folder), join(out, name), {
    recursive: true,
    filter: (path) => !/(^|\/)(__pycache__|\.pytest_cache|tests)(\/|$)|\.pyc$/.test(path.slice(ROOT.length)),
  });
}

function packMarket(market: string, out: string): void {
  const index = readFileSync(existingIndexPath(market));
  const packed = zstdCompressSync(index, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  mkdirSync(join(out, 'market'), { recursive: true });
  writeFileSync(join(out, 'market', 'market.index.zst'), packed);
  const described = { name: basename(market), bytes: index.length, sha256: sha256(index) };
  writeFileSync(join(out, 'market', 'market.json'), `${JSON.stringify(described, null, 2)}\n`);
}

function measure(folder: string): Bundle {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !join(entry.parentPath, '').startsWith(join(folder, 'data')),
  );
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { files: files.length, bytes };
}

const README = `# Assay's harness in one folder
Needs Node 26 and, for training, Python with torch (python/trainer/requirements.txt). Run everything inside this folder:
\`node assay-train.mjs eval run --model house/adept --suite suites/dev-75 --out out/adept\` measures a model,
\`node assay-train.mjs train run --recipe recipes/small.json --corpus RELEASE --out out/small\` trains, \`bash gpu-run.sh\` does it within ten minutes,
\`bash flywheel.sh run\` trains generations on their own attempts in the sandbox.
The market is unpacked into data/ on first use.
`;
