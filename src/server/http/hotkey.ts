import { z } from 'zod';
import { parseSs58 } from '../../identity/ss58.ts';

/**
 * A hotkey in a request. The checksum of the address catches an operator's typo before the wrong hotkey is banned or
 * registered.
 */
export const hotkey = z
  .string()
  .max(64)
  .refine((text) => parseSs58(text).ok, 'is not an SS58 address');
