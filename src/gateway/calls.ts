/** Recorded calls, their hash chain and its verification. */

export { CALL_KINDS, type Call, type CallKind } from './calls/call.ts';
export { sealCall } from './calls/call-chain.ts';
export type { CallRecorder } from './calls/call-recorder.ts';
export { CALLS_FILE, FileCallRecorder } from './calls/file-call-recorder.ts';
export { type VerifiedCalls, verifyCalls } from './calls/verify-calls.ts';
