import { z } from 'zod';

/** A timestamp on the wire: UTC with Z. */
export const timestampSchema = z.iso.datetime();

/** A timestamp in a request. Python clients leave the zone out when they mean UTC. */
export const timestampQuerySchema = z.iso.datetime({ offset: true, local: true }).transform(toMilliseconds);

export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function toTimestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds);
}

function toMilliseconds(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}
