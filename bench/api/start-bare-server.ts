import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bare-server.ts', import.meta.url));

export interface BareServer {
  readonly url: string;
  readonly processId: number;
  stop(): Promise<void>;
}

export async function startBareServer(): Promise<BareServer> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url,
    processId: child.pid!,
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
