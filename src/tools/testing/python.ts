import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface PythonOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program as the sandbox does: without site packages and without the caller's environment. Arguments are in
 * `sys.argv[1:]`.
 */
export async function runPython(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<PythonOutcome> {
  const python = spawn('/usr/bin/python3', ['-I', '-S', '-B', '-c', program, ...words], { env: environment });
  python.stdin.end(input);
  const exit = new Promise<number | null>((resolve) => python.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(python.stdout), text(python.stderr), exit]);
  return { code, stdout, stderr };
}
