import { z } from 'zod';

/** A moment on the wire: UTC, with its Z. */
export const momentSchema = z.iso.datetime();

/** A moment in a request. Clients in Python leave the zone out when they mean UTC. */
export const momentQuerySchema = z.iso.datetime({ offset: true, local: true }).transform(toMilliseconds);

export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function momentOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : moment(milliseconds);
}

function toMilliseconds(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}
