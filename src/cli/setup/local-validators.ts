import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { PRIVATE_FILE, storageFault, systemErrorCode } from '../../store/files.ts';

const schema = z.strictObject({
  /** Folder of wallets. */
  wallets: z.string().min(1),
  /** Wallets of the validators that run beside the server. */
  validators: z.array(z.string().min(1)).max(64),
});

export type LocalValidators = z.infer<typeof schema>;

const FILE = 'local-validators.json';

export function writeLocalValidators(folder: string, local: LocalValidators): void {
  const file = join(folder, FILE);
  try {
    writeFileSync(file, `${JSON.stringify(local, null, 2)}\n`, { mode: PRIVATE_FILE });
  } catch (error) {
    throw storageFault(error, `writing ${file}`);
  }
}

/** Reads the file that `assay arena init` wrote. */
export function readLocalValidators(folder: string): LocalValidators {
  const file = join(folder, FILE);
  const parsed = schema.safeParse(valueIn(file));
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `${file} is invalid. ${z.prettifyError(parsed.error)}`,
    remedy: 'Correct it, or start the validators with `assay validator`.',
  });
}

function valueIn(file: string): unknown {
  try {
    const json = parseJson(readFileSync(file, 'utf8'));
    return json.ok ? json.value : undefined;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw storageFault(error, `reading ${file}`);
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no ${file}, so no local validators are known.`,
      remedy: 'Set the arena up with `assay arena init`, or start validators with `assay validator --wallet NAME`.',
      cause: error,
    });
  }
}
