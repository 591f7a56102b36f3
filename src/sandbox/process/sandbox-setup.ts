import type { Python } from '../find-python.ts';
import type { RuntimeFolder } from '../runtime-folder.ts';
import type { SandboxLimits } from '../sandbox.ts';

/** Paths inside the sandbox. The agent's folder contains its file, the gateway's folder its socket. */
export const INSIDE = {
  library: '/opt/assay',
  agent: '/agent',
  gateway: '/run/assay',
  scratch: '/tmp',
} as const;

/** Empty file and folder to mount over files of the machine. Paths in an image. */
export const EMPTY = { file: '/etc/empty', folder: '/opt/empty' } as const;

/** The user the agent's processes belong to on the host; `null` when it is the user that runs Assay. */
export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
}

/** Everything a driver needs to set up one sandbox. */
export interface SandboxSetup {
  readonly id: string;
  readonly python: Python;
  readonly runtime: RuntimeFolder;
  /** Host folders of this attempt: `agent/agent.py` and `gateway/proxy.sock`. */
  readonly box: { readonly path: string; readonly agent: string; readonly gateway: string };
  /** Root file system of this attempt, read-only; `null` if the driver uses another. */
  readonly image: string | null;
  readonly limits: SandboxLimits;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: SandboxUser | null;
  /**
   * Whether a memory cgroup counts the inodes of scratch files. If not, a driver that cannot limit them must make
   * scratch read-only.
   */
  readonly memoryIsCounted: boolean;
}

/** The image, for drivers that use one. */
export function imageOf({ image }: SandboxSetup): string {
  if (image === null) throw new Error('this driver needs an image');
  return image;
}
