import { canonicalJson } from '../../json/canonical-json.ts';
import type { ArrivedRequest } from '../calls/call-log.ts';
import type { Answer } from '../http/answer.ts';
import { storedBound } from './stored-size.ts';

/** Field names, hashes, times and numbers of a call. */
const FRAME_BYTES = 1024;

/** Upper bound on the recorded size of a request without its body. */
export function headBound({ method, path, parameters }: Omit<ArrivedRequest, 'request' | 'body' | 'time'>): number {
  return FRAME_BYTES + Buffer.byteLength(canonicalJson([method, path, parameters]));
}

/** Upper bound on the recorded size of an answer. */
export function answerBound({ body, answeredBy, changed, usage }: Answer): number {
  const about = JSON.stringify([answeredBy ?? null, changed ?? null, usage ?? null]);
  return storedBound(body) + Buffer.byteLength(about);
}
