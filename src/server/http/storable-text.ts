import type { FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';

/** Some databases keep no NUL and no half characters; what cannot be kept everywhere is refused at the door. */
export async function refuseUnstorableText({ params, query, body }: FastifyRequest): Promise<void> {
  for (const part of [params, query, body]) {
    if (part instanceof Uint8Array || isStorable(part)) continue;
    throw new Fault('INPUT_INVALID', {
      message: 'A text in this request holds a NUL or half a character.',
      remedy: 'Send texts as well-formed Unicode without NUL.',
    });
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}
