import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../fault/fault.ts';
import type { FaultCode } from '../fault/fault-table.ts';

/** Errors lose their class between threads, so a fault is sent as its parts and rebuilt on the other side. */
export type ThreadReply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | {
      readonly ok: false;
      readonly code: FaultCode | undefined;
      readonly message: string;
      readonly remedy: string | undefined;
      readonly extra: Readonly<Record<string, unknown>> | undefined;
    };

export interface ThreadStart {
  readonly data: unknown;
  /** Nonzero once the thread should end. */
  readonly stopping: Int32Array;
}

/** The data that the thread was started with. */
export function threadData<Data>(): Data {
  return (workerData as ThreadStart).data as Data;
}

/** Handles the requests of a `WorkerThread`; called within the thread. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  if (parentPort === null) throw new Error('this script runs as a worker thread only');
  const port = parentPort;
  const { stopping } = workerData as ThreadStart;
  port.on('message', (request: Request) => {
    if (Atomics.load(stopping, 0) !== 0) return port.close();
    let reply: ThreadReply<Answer>;
    try {
      reply = { ok: true, answer: answer(request) };
    } catch (error) {
      reply = failedReply(error);
    }
    port.postMessage(reply);
  });
}

export function failedReply(error: unknown): ThreadReply<never> {
  const message = error instanceof Error ? error.message : String(error);
  const fault = Fault.isInstance(error) ? error : undefined;
  return { ok: false, code: fault?.code, message, remedy: fault?.remedy, extra: fault?.extra };
}
