import { WorkerThread } from '../../thread/worker-thread.ts';
import type { EvidenceRequest } from './evidence-thread.ts';
import type { EVIDENCE_WORK } from './evidence-work.ts';

type EvidenceWork = typeof EVIDENCE_WORK;

let thread: WorkerThread<EvidenceRequest, unknown> | undefined;

/** Processes recorded calls in the evidence thread of the process. */
export function askEvidenceThread<Work extends keyof EvidenceWork>(
  work: Work,
  question: Parameters<EvidenceWork[Work]>[0],
): ReturnType<EvidenceWork[Work]> {
  return openThread().ask({ work, question: question as never }) as ReturnType<EvidenceWork[Work]>;
}

/** Starts the thread, so that its modules are loaded when the first attempt ends. */
export function startEvidenceThread(): void {
  openThread();
}

/**
 * One thread per process, which does not keep the process alive. If it dies, another is started for the next request.
 */
function openThread(): WorkerThread<EvidenceRequest, unknown> {
  if (thread?.isAlive !== true) {
    thread = new WorkerThread(new URL('./evidence-thread.ts', import.meta.url), undefined, { isOptional: true });
  }
  return thread;
}
