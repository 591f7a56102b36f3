import { WorkerThread } from './worker-thread.ts';

export interface WorkerPoolOptions<Request> {
  readonly script: URL;
  readonly data: unknown;
  readonly threads: number;
  readonly requests: Iterable<Request>;
}

/** Requests queued per thread: enough to keep it busy, few enough to bound memory. */
const AHEAD = 8;

/**
 * Distributes requests over a worker pool and yields the answers in the order of the requests, so that the result does
 * not depend on the number of threads. The threads stop when the iteration ends, for whatever reason.
 */
export async function* askInOrder<Request, Answer>(options: WorkerPoolOptions<Request>): AsyncGenerator<Answer> {
  const { script, data, threads, requests } = options;
  const workers = Array.from({ length: threads }, () => new WorkerThread<Request, Answer>(script, data));
  const upcoming = requests[Symbol.iterator]();
  const pending: Promise<Answer>[] = [];
  let asked = 0;
  const ask = (): void => {
    const request = upcoming.next();
    if (request.done === true) return;
    const answer = workers[asked++ % threads]!.ask(request.value);
    // The caller may stop before it has read every answer; later failures are ignored.
    answer.catch(() => {});
    pending.push(answer);
  };
  try {
    for (let ahead = 0; ahead < AHEAD * threads; ahead++) ask();
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const answer = await next;
      ask();
      yield answer;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
