import { z } from 'zod';

/** Any 128 bits: ids from banks and other platforms need not be valid UUID versions. */
export const uuidSchema = z.guid();

/** An SS58 address; stored addresses were checked when they arrived. */
export const hotkeySchema = z.string();

export const phaseSchema = z.enum(['QUALIFYING', 'RACE']);
