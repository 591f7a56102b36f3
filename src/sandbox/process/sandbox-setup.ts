import type { Python } from '../find-python.ts';
import type { RuntimeFolder } from '../runtime-folder.ts';
import type { SandboxLimits } from '../sandbox.ts';

/** Paths inside. The agent's own folder holds its file, the gateway's folder its socket. */
export const INSIDE = {
  library: '/opt/assay',
  agent: '/agent',
  gateway: '/run/assay',
  scratch: '/tmp',
} as const;

/** Nothing, to be shown where something of the machine would be. Paths in an image. */
export const EMPTY = { file: '/etc/empty', folder: '/opt/empty' } as const;

/** The user the agent's processes belong to on the host; `null` when it is the user that runs Assay. */
export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
}

/** Everything a driver needs to know to set up one sandbox. */
export interface SandboxSetup {
  readonly id: string;
  readonly python: Python;
  readonly runtime: RuntimeFolder;
  /** Host folders of this one attempt: `agent/agent.py` and `gateway/proxy.sock`. */
  readonly box: { readonly path: string; readonly agent: string; readonly gateway: string };
  /** Root file system of this one attempt, read-only; `null` where the driver has another. */
  readonly image: string | null;
  readonly limits: SandboxLimits;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: SandboxUser | null;
  /** A memory cgroup counts inodes of scratch files; without one a driver that cannot must do without scratch. */
  readonly memoryIsCounted: boolean;
}

/** For drivers that use one. */
export function imageOf({ image }: SandboxSetup): string {
  if (image === null) throw new Error('this driver needs an image');
  return image;
}
