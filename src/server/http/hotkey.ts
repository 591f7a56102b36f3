import { z } from 'zod';
import { parseSs58 } from '../../identity/ss58.ts';

/** An address in a request. Its checksum tells a slip of the operator's from somebody who can be banned or registered. */
export const hotkey = z
  .string()
  .max(64)
  .refine((text) => parseSs58(text).ok, 'is not an SS58 address');
