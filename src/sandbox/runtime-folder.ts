import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Fault } from '../fault/fault.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../store/files.ts';
import type { Python } from './find-python.ts';
import { type Architecture, seccompFilter } from './seccomp/seccomp-filter.ts';
import { seccompProfile } from './seccomp/seccomp-profile.ts';

const SOURCES = fileURLToPath(new URL('../../python/', import.meta.url));

const ETC = {
  hosts: '127.0.0.1 localhost proxy\n',
  passwd: 'agent:x:0:0::/tmp:/nonexistent\n',
  group: 'agent:x:0:\n',
  'nsswitch.conf': 'hosts: files\npasswd: files\ngroup: files\n',
  'resolv.conf': '',
};

/**
 * What every sandbox of this process shows read-only, laid out once: the runner, the agent kit, five files of `/etc`,
 * the system call filter. It lies under a neutral name in the temporary folder because the names of mount sources can
 * be read inside, and because the sandbox's user may be unable to enter the folder Assay is installed in.
 */
export interface RuntimeFolder {
  readonly path: string;
  readonly library: string;
  readonly etc: string;
  readonly launcher: string;
  readonly filter: string;
  remove(): void;
}

export function currentArchitecture(): Architecture {
  if (process.arch === 'x64' || process.arch === 'arm64') return process.arch;
  throw new Fault('SANDBOX_UNAVAILABLE', {
    message: `Sandboxes exist for x64 and arm64, and this machine is ${process.arch}.`,
    remedy: 'Run validators on one of those.',
  });
}

export async function layOutRuntime(python: Python, packagesAreMounted = true): Promise<RuntimeFolder> {
  sweepTemporaryFolders('box');
  const path = makeTemporaryFolder('box');
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    const library = join(path, 'library');
    cpSync(join(SOURCES, 'agent-kit'), library, { recursive: true, filter: (file) => !file.includes('__pycache__') });
    for (const name of ['start.py', 'assay_runner.py', 'assay_forwarder.py', 'assay_json.py']) {
      cpSync(join(SOURCES, 'sandbox', name), join(library, name));
    }
    layOutPackages(join(library, 'site'), python.packages, packagesAreMounted);
    // Compiled once here, so that no attempt pays for it.
    await promisify(execFile)(python.executable, ['-I', '-S', '-m', 'compileall', '-q', library]);
    const etc = join(path, 'etc');
    mkdirSync(etc);
    for (const [name, text] of Object.entries(ETC)) writeFileSync(join(etc, name), text);
    const launcher = join(path, 'launcher.py');
    cpSync(join(SOURCES, 'sandbox', 'launcher.py'), launcher);
    const filter = join(path, 'filter.bpf');
    writeFileSync(filter, seccompFilter(currentArchitecture()));
    writeFileSync(join(path, 'seccomp.json'), JSON.stringify(seccompProfile()));
    makeReadable(path);
    return { path, library, etc, launcher, filter, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Places to mount packages on, or links to them where nothing can be mounted. */
function layOutPackages(site: string, packages: Python['packages'], mounted: boolean): void {
  mkdirSync(site);
  for (const [name, folder] of Object.entries(packages)) {
    if (mounted) mkdirSync(join(site, name));
    else symlinkSync(folder, join(site, name));
  }
}

/** Copies keep the modes of their sources, which under a strict umask only their owner may read. */
function makeReadable(path: string): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
