import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { placeDefaultWallet } from './place-default-wallet.ts';
import { openSdkArena, type SdkArena } from './sdk-arena.ts';

const SCRIPT = fileURLToPath(new URL('../../../../python/compatibility/oro_sdk_day.py', import.meta.url));

export interface SdkDay {
  /** Version of the package. */
  readonly version: string;
  /** The result of each operation of the package, as `group.operation`, and of each command, as `cli.command`. */
  readonly operations: ReadonlyMap<string, string>;
  /** Every call with its answer, for finding the reason of a result. */
  readonly calls: readonly string[];
}

/** Calls every operation of the SDK installed in this Python, in a separate arena. */
export async function runSdkDay(python: string): Promise<SdkDay> {
  const arena = await openSdkArena({ providers: true });
  try {
    placeDefaultWallet(arena.folder, arena.seeds.bob);
    const { output, errors } = await run(python, arena);
    const lines = output.split('\n').filter(Boolean);
    const read = lines.map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
    const version = read.find((line) => 'version' in line)?.version;
    if (version === undefined) throw new Error(`The SDK did not finish its day.\n${lines.at(-1)}\n${errors}`);
    const operations = read.flatMap(({ operation, result }): [string, string][] =>
      operation === undefined ? [] : [[operation, result!]],
    );
    return { version, operations: new Map(operations), calls: lines.filter((line) => line.includes('"step"')) };
  } finally {
    await arena.close();
  }
}

/** The line with which the script asks for what the API cannot do. */
const RELEASE_CODE = '{"ask": "release code"}\n';

async function run(python: string, arena: SdkArena): Promise<{ readonly output: string; readonly errors: string }> {
  const child = spawn(python, [SCRIPT], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: arena.folder },
  });
  child.stdin.end(JSON.stringify({ url: arena.url, seeds: arena.seeds }));
  let released: Promise<void> | undefined;
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes(RELEASE_CODE)) released ??= arena.releaseCode();
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  await released;
  return { output, errors };
}
