import type { z } from 'zod';
import type { ArenaClient, ArenaRequest } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';

export interface ArenaQuestion<Answer extends z.ZodType> extends ArenaRequest<Answer> {
  /** Added to the path; undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Sends a request to an arena. Where its error has no remedy, one is added. */
export async function askArena<Answer extends z.ZodType>(
  client: ArenaClient,
  { query = {}, ...request }: ArenaQuestion<Answer>,
): Promise<z.output<Answer>> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const path = given.length === 0 ? request.path : `${request.path}?${new URLSearchParams(given)}`;
  try {
    return await client.ask({ ...request, path });
  } catch (error) {
    throw advised(error);
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  NOT_REGISTERED: 'Register your hotkey on the arena’s chain first: `assay register`.',
  NOT_REGISTERED_AS_VALIDATOR: 'Only a validator may do this: a registered hotkey with a permit and enough stake.',
  BANNED: 'The public page of your hotkey says why: `assay status ADDRESS`. Only the operator can lift it.',
  NOT_ADMIN:
    'Sign with the hotkey of an operator (--wallet, --hotkey). Operators are the hotkeys in admins of arena.json.',
  TIMESTAMP_SKEW: 'Set the clock of this machine; it is too far from the arena’s.',
  INVALID_SIGNATURE:
    'A proxy between this machine and the arena changes requests. Name the arena itself with --arena-url.',
  NONCE_REUSED: 'Run the command again.',
  UNAUTHORIZED: 'Is the hotkey registered (`assay register`), and is the clock of this machine right?',
};

function advised(error: unknown): unknown {
  if (!Fault.isInstance(error) || error.code !== 'ARENA_REFUSED' || error.remedy !== undefined) return error;
  const remedy = ADVICE[String(error.extra.code)];
  if (remedy === undefined) return error;
  const { message, extra } = error;
  return new Fault('ARENA_REFUSED', { message, remedy, extra, cause: error });
}
