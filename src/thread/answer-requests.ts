import { parentPort } from 'node:worker_threads';
import { Fault } from '../fault/fault.ts';
import type { FaultCode } from '../fault/fault-code.ts';

/** Errors lose their class between threads; a fault travels as its parts and is put together again on the other side. */
export type ThreadReply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | {
      readonly ok: false;
      readonly code: FaultCode | undefined;
      readonly message: string;
      readonly remedy: string | undefined;
    };

/** The inside of a `WorkerThread`. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  if (parentPort === null) throw new Error('this script runs as a worker thread only');
  const port = parentPort;
  port.on('message', (request: Request) => {
    let reply: ThreadReply<Answer>;
    try {
      reply = { ok: true, answer: answer(request) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const fault = Fault.isInstance(error) ? error : undefined;
      reply = { ok: false, code: fault?.code, message, remedy: fault?.remedy };
    }
    port.postMessage(reply);
  });
}
