import { InvalidArgumentError } from 'commander';
import { timestampQuerySchema } from '../../board/wire.ts';
import { parseSs58 } from '../../identity/ss58.ts';

/** Parsers for identifiers of an arena; commander turns what they throw into a usage message. */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return ID.test(text);
}

const PREFIX = /^[0-9a-f-]{4,36}$/i;

/** Whether a text can be the beginning of an id; shorter texts match too much. */
export function isIdPrefix(text: string): boolean {
  return PREFIX.test(text);
}

/** The id of a version, a run or a race, or its first digits. */
export function id(text: string): string {
  if (isIdPrefix(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be an id such as 3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11, or its first digits.');
}

export function isAddress(text: string): boolean {
  return parseSs58(text).ok;
}

export function address(text: string): string {
  if (isAddress(text)) return text;
  throw new InvalidArgumentError('It must be the SS58 address of a hotkey; `assay wallet list` shows yours.');
}

/** A timestamp as the arena parses it; without a zone it is UTC. */
export function timestamp(text: string): string {
  const parsed = timestampQuerySchema.safeParse(text);
  if (parsed.success) return new Date(parsed.data).toISOString();
  throw new InvalidArgumentError('It must be a timestamp such as 2026-11-20T18:00:00Z; without a zone it is UTC.');
}
