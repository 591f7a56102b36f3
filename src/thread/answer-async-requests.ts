import { parentPort, workerData } from 'node:worker_threads';
import { failedReply, type ThreadReply, type ThreadStart } from './answer-requests.ts';

/** Like `answerRequests`, for asynchronous answers. Handles one request at a time, in order. */
export function answerAsyncRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  if (parentPort === null) throw new Error('this script runs as a worker thread only');
  const port = parentPort;
  const { stopping } = workerData as ThreadStart;
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: Request) => {
    last = last.then(async () => {
      if (Atomics.load(stopping, 0) !== 0) return port.close();
      port.postMessage(await replyTo(answer, request));
    });
  });
}

async function replyTo<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  request: Request,
): Promise<ThreadReply<Answer>> {
  try {
    return { ok: true, answer: await answer(request) };
  } catch (error) {
    return failedReply(error);
  }
}
