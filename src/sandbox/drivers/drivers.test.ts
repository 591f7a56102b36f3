import { describe, expect, it } from 'vitest';
import type { Python } from '../find-python.ts';
import { PrivateImages } from '../image/private-images.ts';
import type { SandboxSetup } from '../process/sandbox-setup.ts';
import { DEFAULT_LIMITS } from '../sandbox.ts';
import { seccompProfile } from '../seccomp/seccomp-profile.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { container, containerArguments } from './container.ts';
import { gvisor, gvisorBundle } from './gvisor.ts';
import { blueprint } from './stock-python.ts';

const python: Python = {
  version: '3.11.2',
  executable: '/usr/bin/python3.11',
  standardLibrary: '/usr/lib/python3.11',
  packages: { requests: '/usr/lib/python3/dist-packages/requests' },
  loader: '/',
};

const setup: SandboxSetup = {
  id: 'abc',
  python,
  runtime: {
    path: '/tmp/box-r',
    library: '/tmp/box-r/library',
    etc: '/tmp/box-r/etc',
    launcher: '/tmp/box-r/launcher.py',
    filter: '/tmp/box-r/filter.bpf',
    images: new PrivateImages({
      python,
      folder: '/tmp/box-r/images',
      library: '/tmp/box-r/library',
      etc: '/tmp/box-r/etc',
    }),
    remove: async () => {},
  },
  box: { path: '/tmp/box-b', agent: '/tmp/box-b/agent', gateway: '/tmp/box-b/gateway' },
  image: '/dev/shm/image-a/root',
  limits: DEFAULT_LIMITS,
  environment: { SANDBOX_MODEL: 'house/adept' },
  user: { uid: 200_001, gid: 200_001 },
  memoryIsCounted: true,
};

/** The value after each occurrence of a flag. */
function valuesOf(words: readonly string[], flag: string): string[] {
  return words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []));
}

describe('bubblewrap', () => {
  it('bubblewrap mounts the image and what one attempt needs, nothing writable', () => {
    const words = bubblewrapArguments(setup);
    expect(new Set(valuesOf(words, '--ro-bind'))).toEqual(
      new Set([
        '/dev/shm/image-a/root',
        '/dev/shm/image-a/root/etc/empty',
        '/dev/shm/image-a/root/opt/empty',
        '/tmp/box-b/agent',
        '/tmp/box-b/gateway',
      ]),
    );
    expect(words.filter((word) => /^--bind/.test(word))).toEqual([]);
    expect(valuesOf(words, '--dev-bind')).toEqual(['/dev/null', '/dev/full', '/dev/random', '/dev/urandom']);
    expect(words).toEqual(
      expect.arrayContaining(['--unshare-all', '--die-with-parent', '--new-session', '--clearenv']),
    );
    expect(valuesOf(words, '--cap-drop')).toEqual(['ALL']);
    expect(valuesOf(words, '--cap-add')).toEqual(['CAP_NET_BIND_SERVICE', 'CAP_NET_ADMIN', 'CAP_SETPCAP']);
    expect(valuesOf(words, '--remount-ro')).toEqual(['/dev']);
  });

  it('bubblewrap hides the counters of the machine', () => {
    const words = bubblewrapArguments(setup);
    const targets = words.flatMap((word, index) => (word === '--ro-bind' ? [words[index + 2]] : []));
    expect(targets).toEqual(
      expect.arrayContaining(['/proc/stat', '/proc/meminfo', '/proc/sys/fs', '/proc/sys/kernel']),
    );
    expect(targets).not.toContain('/proc/sys/net');
  });

  it('bubblewrap has no writable scratch folder when its memory is not counted', () => {
    const words = bubblewrapArguments({ ...setup, memoryIsCounted: false });
    expect(valuesOf(words, '--remount-ro')).toEqual(['/dev', '/tmp', '/dev/shm']);
  });
});

describe('stock python', () => {
  it('the stock Python driver mounts the same as bubblewrap', () => {
    const { image, mounts, hidden } = blueprint(setup) as Record<'mounts' | 'hidden', [string, string][]> & {
      image: string;
    };
    const shown = [[image, '/'], ...mounts, ...hidden.map(([source, target]) => [image + source, target])];
    const words = bubblewrapArguments(setup);
    const bound = words.flatMap((word, index) => (word === '--ro-bind' ? [words.slice(index + 1, index + 3)] : []));
    expect(shown.toSorted()).toEqual(bound.toSorted());
  });
});

describe('gvisor', () => {
  it('gVisor gives the guest no network, no writable host folder and no capability but port 80', () => {
    const bundle = gvisorBundle(setup) as {
      root: { path: string; readonly: boolean };
      process: { capabilities: Record<string, string[]>; noNewPrivileges: boolean };
      mounts: { type: string; options?: string[] }[];
    };
    expect(bundle.root).toEqual({ path: '/dev/shm/image-a/root', readonly: true });
    expect(bundle.process.noNewPrivileges).toBe(true);
    expect(Object.values(bundle.process.capabilities).flat()).toEqual(Array(3).fill('CAP_NET_BIND_SERVICE'));
    for (const mount of bundle.mounts.filter(({ type }) => type === 'bind')) expect(mount.options).toContain('ro');
    expect(gvisor().launch(setup).arguments).toEqual(expect.arrayContaining(['--rootless', '--network=none']));
  });

  it('gVisor refuses neither clone3 nor locks, because the error that runsc gives ends threads and SQLite', () => {
    const rules = (profile: object) => (profile as { syscalls: { names: string[]; errnoRet: number }[] }).syscalls;
    const { linux } = gvisorBundle(setup) as { linux: { seccomp: object } };
    expect(rules(linux.seccomp)).toEqual(
      rules(seccompProfile()).filter(({ names, errnoRet }) => errnoRet !== 0 && !names.includes('clone3')),
    );
    expect(rules(linux.seccomp).length).toBeGreaterThan(20);
  });
});

describe.each(['podman', 'docker'] as const)('%s', (engine) => {
  it('runs one container without network, rights or writable folders, as its own user', () => {
    const words = containerArguments(setup, { engine });
    expect(words).toEqual(
      expect.arrayContaining(['--network=none', '--read-only', '--cap-drop=ALL', '--pull=never', '--rm']),
    );
    expect(words).toContain('--security-opt=seccomp=/tmp/box-r/seccomp.json');
    expect(valuesOf(words, '--user')).toEqual(['200001:200001']);
    expect(valuesOf(words, '--memory')).toEqual(valuesOf(words, '--memory-swap'));
    for (const mount of valuesOf(words, '--mount')) expect(mount).toMatch(/,readonly$/);
    expect(words.join(' ')).not.toMatch(/docker\.sock|--privileged/);
  });

  it('stops a container by name, because its client process is not the container', () => {
    expect(container({ engine, runtime: 'runsc' }).stop!(setup).arguments).toEqual(['rm', '--force', 'assay-abc']);
    expect(containerArguments(setup, { engine, runtime: 'runsc' })).toEqual(
      expect.arrayContaining(['--runtime', 'runsc', '--name', 'assay-abc']),
    );
  });
});
