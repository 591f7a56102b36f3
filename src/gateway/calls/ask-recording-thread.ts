import { WorkerThread } from '../../thread/worker-thread.ts';
import type { AppendedCall } from './append-call.ts';
import type { RecordingRequest } from './recording-thread.ts';

let thread: WorkerThread<RecordingRequest, AppendedCall> | undefined;

/**
 * Records a call in the recording thread. There is one per process; it starts with the first large call and does not
 * keep the process alive. If it dies, another is started for the next call.
 */
export function askRecordingThread(request: RecordingRequest): Promise<AppendedCall> {
  if (thread?.isAlive !== true) {
    thread = new WorkerThread(new URL('./recording-thread.ts', import.meta.url), undefined, { isOptional: true });
  }
  return thread.ask(request);
}
