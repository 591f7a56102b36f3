import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from './processor-seconds.ts';

const PROGRAM = fileURLToPath(new URL('stream-readers.ts', import.meta.url));

export interface StreamReport {
  readonly readers: number;
  /** Number of events that every reader should have seen, and total number delivered to all readers. */
  readonly events: number;
  readonly delivered: number;
  /** How often readers disconnected and resumed, and how often one was rejected. */
  readonly breaks: number;
  readonly refused: number;
  /** Milliseconds from the commit of an event to its arrival. */
  readonly delayP50: number;
  readonly delayP99: number;
  readonly flaws: readonly string[];
}

/** Connects readers of the event stream. The returned function waits until all have seen everything, and reports. */
export async function readStreams(
  url: string,
  count: number,
): Promise<() => Promise<StreamReport & { readonly processorSeconds: number }>> {
  const child = spawn(process.execPath, [PROGRAM, url, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return async () => {
    const { head } = (await (await fetch(`${url}/v1/public/ledger?limit=1`)).json()) as { readonly head: number };
    const answer = once(lines, 'line') as Promise<[string]>;
    child.stdin.write(`${head}\n`);
    const [text] = await answer;
    const seconds = processorSeconds(child.pid!) ?? Number.NaN;
    return { ...(JSON.parse(text) as StreamReport), processorSeconds: seconds };
  };
}
