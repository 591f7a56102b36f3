import { Fault } from '../fault/fault.ts';
import { findCgroups } from './cgroup/find-cgroups.ts';
import { DrivenSandbox } from './driven-sandbox.ts';
import type { Driver } from './driver.ts';
import { bare } from './drivers/bare.ts';
import { bubblewrap } from './drivers/bubblewrap.ts';
import { container } from './drivers/container.ts';
import { gvisor } from './drivers/gvisor.ts';
import { stockPython } from './drivers/stock-python.ts';
import { findPython } from './find-python.ts';
import { selfTest } from './process/self-test.ts';
import { prepareRuntime } from './runtime-folder.ts';
import type { Sandbox } from './sandbox.ts';

export interface SandboxChoice {
  /** Use only this driver, instead of the first one that passes the self-test. */
  readonly driver?: string;
  /** No isolation, at the explicit request of the owner of the agent and the machine. */
  readonly unsafe?: boolean;
}

/**
 * In the order in which they are tried. gVisor also protects against kernel bugs, which the others do not, but it
 * counts an agent's resource use less completely. It is for users who request it or have nothing else.
 */
const DRIVERS: Readonly<Record<string, () => Driver>> = {
  bwrap: bubblewrap,
  python: stockPython,
  gvisor,
  podman: () => container({ engine: 'podman', ...image() }),
  docker: () => container({ engine: 'docker', ...image() }),
};

/** An image with Python that already exists locally; images are never pulled. */
function image(): { image?: string } {
  const name = process.env.ASSAY_SANDBOX_IMAGE;
  return name === undefined || name === '' ? {} : { image: name };
}

export const DRIVER_NAMES = Object.keys(DRIVERS);

/** Returns the first sandbox that passes the self-test on this machine. Never falls back silently to less isolation. */
export async function chooseSandbox(choice: SandboxChoice = {}): Promise<Sandbox> {
  const python = await findPython(process.getuid?.() === 0 && choice.unsafe !== true);
  const runtime = await prepareRuntime(python, choice.unsafe === true);
  try {
    if (choice.unsafe === true) return new DrivenSandbox({ driver: bare(), python, runtime, cgroups: null });
    const cgroups = await findCgroups(python.executable);
    const refused: string[] = [];
    for (const [name, driver] of Object.entries(DRIVERS)) {
      if (choice.driver !== undefined && choice.driver !== name) continue;
      const sandbox = new DrivenSandbox({ driver: driver(), python, runtime, cgroups });
      const broken = await tried(sandbox);
      if (broken.length === 0) return sandbox;
      refused.push(`${name}: ${broken.join('; ')}`);
    }
    throw new Fault('SANDBOX_UNAVAILABLE', {
      message: `No sandbox is secure on this machine.\n  ${refused.join('\n  ')}`,
      remedy: adviceFor(refused.join('\n')),
    });
  } catch (error) {
    await runtime.remove();
    throw error;
  }
}

async function tried(sandbox: Sandbox): Promise<readonly string[]> {
  try {
    return await selfTest(sandbox);
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return [error.message];
  }
}

function adviceFor(reasons: string): string {
  if (/uid map: Permission denied|RTM_NEWADDR/.test(reasons)) {
    return 'AppArmor does not allow ordinary programs to create user namespaces on this machine. Install the profile that allows bubblewrap: apt install apparmor-profiles, then enable bwrap-userns-restrict.';
  }
  if (/No permissions to create new namespace|Operation not permitted|No space left on device/.test(reasons)) {
    return 'User namespaces are disabled. Enable them: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000';
  }
  return 'Install bubblewrap (apt install bubblewrap). To run your own agent without isolation: --unsafe-no-isolation.';
}
