import { Fault } from '../../fault/fault.ts';
import type { Attack } from '../../sandbox/doctor.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { requireSoundSandbox, type SoundSandbox } from '../../validator/sound-sandbox.ts';
import { packageVersion } from '../package-version.ts';
import type { DemoOutput } from './demo-output.ts';

export interface Examination {
  readonly folder: string;
  /** All there are, unless told otherwise. */
  readonly attacks?: readonly Attack[] | undefined;
}

/**
 * Lets the hostile agents loose. A busy machine stops some of them too late, and that is found by the clock; what got
 * through is asked a second time, all of it, before the machine is called unfit.
 */
export async function examineSandbox(
  sandbox: Sandbox,
  { folder, attacks }: Examination,
  output: DemoOutput,
): Promise<SoundSandbox> {
  const examine = async (label: string) => {
    let done = 0;
    return await requireSoundSandbox(sandbox, {
      folder,
      programVersion: packageVersion(),
      ...(attacks && { attacks }),
      onResult: (_, all) => output.show('doctor', [{ label, share: ++done / all }]),
    });
  };
  try {
    return await examine('hostile agents in the sandbox');
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'SANDBOX_BROKEN') throw error;
    return await examine('hostile agents in the sandbox, once more');
  } finally {
    output.show('doctor', []);
  }
}
