import { WorkerThread } from '../../thread/worker-thread.ts';
import type { EvidenceQuestion, ExaminedEvidence } from './examine-evidence.ts';

let thread: WorkerThread<EvidenceQuestion, ExaminedEvidence> | undefined;

/** Examines evidence in a worker thread, which starts with the first piece and does not keep the process alive. */
export function examineElsewhere(question: EvidenceQuestion): Promise<ExaminedEvidence> {
  if (thread?.isAlive !== true) {
    thread = new WorkerThread(new URL('./evidence-thread.ts', import.meta.url), undefined, { isOptional: true });
  }
  return thread.ask(question);
}
