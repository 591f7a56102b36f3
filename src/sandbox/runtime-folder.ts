import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Fault } from '../fault/fault.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../store/files.ts';
import type { Python } from './find-python.ts';
import { PrivateImages } from './image/private-images.ts';
import type { Architecture } from './seccomp/bpf-program.ts';
import { seccompFilter } from './seccomp/seccomp-filter.ts';
import { seccompProfile } from './seccomp/seccomp-profile.ts';

const SOURCES = fileURLToPath(new URL('../../python/', import.meta.url));

/** Compiled files that Python uses without checking their source. */
const UNCHECKED = ['--invalidation-mode', 'unchecked-hash'];

const ETC = {
  hosts: '127.0.0.1 localhost proxy\n',
  passwd: 'agent:x:0:0::/tmp:/nonexistent\n',
  group: 'agent:x:0:\n',
  'nsswitch.conf': 'hosts: files\npasswd: files\ngroup: files\n',
  'resolv.conf': '',
};

const RUNNER = [
  'start.py',
  'assay_runner.py',
  'assay_forwarder.py',
  'assay_json.py',
  'assay_rules.py',
  'assay_imports.py',
];

/**
 * The files that all sandbox images are made of, prepared once: the runner, the agent kit, five files of `/etc`, the
 * system call filter. It has a neutral name in the temporary folder because names of mount sources are visible inside,
 * and because the sandbox's user may be unable to enter the folder where Assay is installed.
 */
export interface RuntimeFolder {
  readonly path: string;
  readonly library: string;
  readonly etc: string;
  readonly launcher: string;
  readonly filter: string;
  /** Source of the sandboxes' root file systems. */
  readonly images: PrivateImages;
  remove(): Promise<void>;
}

export function currentArchitecture(): Architecture {
  if (process.arch === 'x64' || process.arch === 'arm64') return process.arch;
  throw new Fault('SANDBOX_UNAVAILABLE', {
    message: `Sandboxes need x64 or arm64; this machine is ${process.arch}.`,
    remedy: 'Run validators on one of those.',
  });
}

export async function prepareRuntime(python: Python, linksPackages = false): Promise<RuntimeFolder> {
  sweepTemporaryFolders('box');
  const path = makeTemporaryFolder('box');
  try {
    const library = join(path, 'library');
    cpSync(join(SOURCES, 'agent-kit'), library, { recursive: true, filter: (file) => !file.includes('__pycache__') });
    for (const name of RUNNER) {
      cpSync(join(SOURCES, 'sandbox', name), join(library, name));
    }
    if (linksPackages) linkPackages(join(library, 'site'), python.packages);
    // Compiled once here, so that attempts need not compile. Copies have different timestamps than the sources, hence
    // unchecked.
    await promisify(execFile)(python.executable, ['-I', '-S', '-m', 'compileall', '-q', ...UNCHECKED, library]);
    const etc = join(path, 'etc');
    mkdirSync(etc);
    for (const [name, text] of Object.entries(ETC)) writeFileSync(join(etc, name), text);
    const launcher = join(path, 'launcher.py');
    cpSync(join(SOURCES, 'sandbox', 'launcher.py'), launcher);
    const filter = join(path, 'filter.bpf');
    writeFileSync(filter, seccompFilter(currentArchitecture()));
    writeFileSync(join(path, 'seccomp.json'), JSON.stringify(seccompProfile()));
    makeReadable(path);
    const images = new PrivateImages({ python, folder: join(path, 'images'), library, etc });
    const remove = async () => {
      await images.close();
      rmSync(path, { recursive: true, force: true });
    };
    return { path, library, etc, launcher, filter, images, remove };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** For agents that run without an image. */
function linkPackages(site: string, packages: Python['packages']): void {
  mkdirSync(site);
  for (const [name, folder] of Object.entries(packages)) symlinkSync(folder, join(site, name));
}

/** Copies keep the modes of their sources, which under a strict umask are readable only by their owner. */
function makeReadable(path: string): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
