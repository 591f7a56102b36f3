import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import type { SandboxDescription, SandboxJob, SandboxOutcome } from '../sandbox.ts';

/** Messages from the process that needs sandboxes to the process that starts them. */
export type HostRequest =
  | { readonly kind: 'run'; readonly id: number; readonly job: Omit<SandboxJob, 'signal' | 'stoppedMilliseconds'> }
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'stopped clock'; readonly id: number; readonly milliseconds: number }
  | { readonly kind: 'close' };

/** Messages in the other direction. */
export type HostReport =
  | { readonly kind: 'ready'; readonly description: SandboxDescription }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: SandboxOutcome }
  /** Without an id, no sandbox is available at all. */
  | { readonly kind: 'failed'; readonly id?: number; readonly failure: SentFailure };

/** A serialised error; a fault keeps its code. */
export interface SentFailure {
  readonly code?: FaultCode;
  readonly message: string;
  readonly remedy?: string | undefined;
}

export function sendable(error: unknown): SentFailure {
  if (Fault.isInstance(error)) return { code: error.code, message: error.message, remedy: error.remedy };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function received({ code, message, remedy }: SentFailure): Error {
  return code === undefined
    ? new Error(message)
    : new Fault(code, { message, ...(remedy !== undefined && { remedy }) });
}
