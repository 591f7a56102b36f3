import type { z } from 'zod';
import { minerAgentsSchema, ownVersionStatusSchema, versionStatusSchema } from '../board/wire.ts';

/*
 * Answers as they are read, where those of the wire are as they are given. An arena older than this program knows of no
 * licences and leaves them out. That is not the `null` of a version without a licence: such an arena did not ask.
 */

export const versionAnswerSchema = versionStatusSchema.extend({
  licence: versionStatusSchema.shape.licence.optional(),
});

export const ownVersionAnswerSchema = ownVersionStatusSchema.extend({
  licence: ownVersionStatusSchema.shape.licence.optional(),
});

export const minerAgentsAnswerSchema = minerAgentsSchema.extend({
  default_licence: minerAgentsSchema.shape.default_licence.optional(),
});

export type VersionAnswer = z.output<typeof versionAnswerSchema>;
export type OwnVersionAnswer = z.output<typeof ownVersionAnswerSchema>;
export type MinerAgentsAnswer = z.output<typeof minerAgentsAnswerSchema>;

/** What is said to people where an arena leaves a licence out. */
export const LICENCE_NOT_TOLD = 'unknown: this arena does not tell, and may know of no choice';
