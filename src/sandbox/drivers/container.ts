import { join } from 'node:path';
import type { Driver } from '../driver.ts';
import { INSIDE, type SandboxSetup } from '../process/sandbox-setup.ts';

type Engine = 'podman' | 'docker';

/** An image with Python. It is never pulled, because an arena must not depend on the current content of a registry. */
const DEFAULT_IMAGE = 'docker.io/library/python:3.12-slim';

export interface ContainerOptions {
  readonly engine: Engine;
  readonly image?: string;
  /** An OCI runtime other than the engine's default, such as `runsc`. */
  readonly runtime?: string;
}

/** Podman or Docker, if installed: no network, nothing writable except scratch, the same runner inside. */
export function container(options: ContainerOptions): Driver {
  return {
    name: options.runtime === undefined ? options.engine : `${options.engine}+${options.runtime}`,
    tier: 1,
    countable: false,
    answersOn: 'standard output',
    dropsCapabilities: true,
    port: 80,
    usesImage: false,
    // The engine changes the user inside the container; its client must run as the current user to have access.
    engineSetsUser: true,
    paths: () => ({ agent: `${INSIDE.agent}/agent.py`, socket: `${INSIDE.gateway}/proxy.sock` }),
    launch: (place) => ({
      command: options.engine,
      arguments: containerArguments(place, options),
      environment: engineEnvironment(),
    }),
    // Killing the client leaves the container running.
    stop: (place) => ({
      command: options.engine,
      arguments: ['rm', '--force', containerName(place)],
      environment: engineEnvironment(),
    }),
  };
}

function containerName(setup: SandboxSetup): string {
  return `assay-${setup.id}`;
}

/** Variables that a client needs to find its engine; none of them reaches the container. */
function engineEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'XDG_RUNTIME_DIR', 'DOCKER_HOST', 'CONTAINER_HOST'];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]!]])),
  );
}

export function containerArguments(
  setup: SandboxSetup,
  { engine, image = DEFAULT_IMAGE, runtime }: ContainerOptions,
): string[] {
  const { box, limits, environment, user } = setup;
  const memory = String(limits.memoryBytes);
  const readOnly = (source: string, target: string) => [
    '--mount',
    `type=bind,source=${source},target=${target},readonly`,
  ];
  const onlyPodman = [
    '--userns=keep-id',
    '--read-only-tmpfs=false',
    '--no-hosts',
    '--unsetenv-all',
    '--stop-timeout=0',
  ];
  const owner = user ?? { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 };
  return [
    ...['run', '--rm', '--interactive', '--name', containerName(setup), '--pull=never', '--log-driver=none'],
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
    ...(engine === 'podman' ? onlyPodman : ['--init']),
    ...['--network=none', '--ipc=private', '--hostname=sandbox', '--read-only'],
    ...['--cap-drop=ALL', '--security-opt=no-new-privileges', `--security-opt=seccomp=${seccompProfilePath(setup)}`],
    ...['--user', `${owner.uid}:${owner.gid}`, '--sysctl=net.ipv4.ip_unprivileged_port_start=0'],
    ...['--memory', memory, '--memory-swap', memory, '--cpus=1', '--pids-limit', String(limits.processes)],
    ...['--ulimit=core=0:0', `--ulimit=nofile=${limits.openFiles}:${limits.openFiles}`, '--shm-size=16m'],
    ...['--tmpfs', `${INSIDE.scratch}:rw,noexec,nosuid,nodev,size=${limits.scratchBytes}`],
    ...readOnly(join(setup.runtime.etc, 'hosts'), '/etc/hosts'),
    ...readOnly(setup.runtime.library, INSIDE.library),
    ...readOnly(box.agent, INSIDE.agent),
    ...readOnly(box.gateway, INSIDE.gateway),
    ...['--workdir', INSIDE.scratch],
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[image, 'python3', '-I', '-S', '-B', `${INSIDE.library}/start.py`],
  ];
}

function seccompProfilePath(setup: SandboxSetup): string {
  return join(setup.runtime.path, 'seccomp.json');
}
