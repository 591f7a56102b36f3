import { z } from 'zod';

/** Any 128 bits: ids that banks and other platforms gave need not follow a version of UUID. */
export const uuidSchema = z.guid();

/** An SS58 address; what is stored was checked when it came. */
export const hotkeySchema = z.string();

export const phaseSchema = z.enum(['QUALIFYING', 'RACE']);
