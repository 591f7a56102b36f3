import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';

const MOST_HOTKEYS = 100;
const LONGEST_ADDRESS = 64;

/** The display name and link of a hotkey; the arena checks more than the length. */
export const ownProfileSchema = z.strictObject({
  /** `null` removes it. */
  name: z.string().max(200).nullable(),
  link: z.string().max(500).nullable(),
});

export const profilesQuerySchema = z.object({
  /** Comma-separated addresses. */
  hotkeys: z
    .string()
    .max(MOST_HOTKEYS * (LONGEST_ADDRESS + 1))
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().max(LONGEST_ADDRESS)).max(MOST_HOTKEYS)),
});

/** The requested hotkeys that have a name or a link. */
export const profilesSchema = z.object({
  profiles: z.array(z.object({ hotkey: hotkeySchema, name: z.string().nullable(), link: z.string().nullable() })),
});

export type ProfilesQuery = z.output<typeof profilesQuerySchema>;
export type ProfilesWire = z.infer<typeof profilesSchema>;
