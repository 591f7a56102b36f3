import { Fault } from '../../fault/fault.ts';
import type { Attack } from '../../sandbox/doctor.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { requireSoundSandbox, type SoundSandbox } from '../../validator/sound-sandbox.ts';
import { packageVersion } from '../package-version.ts';
import type { DemoOutput } from './demo-output.ts';

export interface Examination {
  readonly folder: string;
  /** All attacks by default. */
  readonly attacks?: readonly Attack[] | undefined;
}

/**
 * Runs the hostile agents. On a busy machine some of them may be stopped too late, which counts as a failure; so after
 * a failure the whole examination is repeated once before the machine is called unfit.
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
