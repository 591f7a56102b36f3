import type { z } from 'zod';
import { minerAgentsSchema, ownVersionStatusSchema, versionStatusSchema } from '../board/wire.ts';

/*
 * Schemas for reading answers; those in `board/wire` are for writing them. An older arena does not support licences and
 * leaves the fields out. That differs from `null`, a version without a licence, because such an arena did not ask for
 * one.
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

/** Shown if an arena leaves the licence out. */
export const LICENCE_NOT_TOLD = 'unknown: this arena does not tell, and may know of no choice';
