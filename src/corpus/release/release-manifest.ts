import { z } from 'zod';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { hashedFileSchema } from './hashed-file.ts';

const rowsSchema = z.object({
  rows: z.number(),
  problems: z.number(),
  clusters: z.number(),
  successes: z.number(),
  trajectories: hashedFileSchema,
});

const splitSchema = rowsSchema.extend({
  tools: hashedFileSchema,
  /** Rows from logs that no gateway recorded. They are separate from the others and not counted among them. */
  claimed: rowsSchema.optional(),
  /** Rewritten rows, if requested. They are separate from the others and not counted among them. */
  rewritten: rowsSchema.optional(),
});

const movedSchema = z.object({ added: z.number(), removed: z.number(), kept: z.number() });

export const releaseManifestSchema = z.object({
  kind: z.literal('assay-corpus'),
  version: z.literal(1),
  name: z.string(),
  rows: z.number(),
  source: z.object({
    trajectories: z.string(),
    filter: z.string(),
    config_version: z.number(),
    config_fingerprint: z.string(),
  }),
  claimed: z.object({ rows: z.number(), trajectories: z.string(), apart: z.record(z.string(), z.number()) }).optional(),
  rewritten: z
    .object({
      rows: z.number(),
      trajectories: z.string(),
      summary: z.string(),
      config_version: z.number(),
      config_fingerprint: z.string(),
      apart: z.record(z.string(), z.number()),
    })
    .optional(),
  /** Differences from the previous release. */
  changes: z
    .object({
      previous: z.object({ name: z.string(), manifest: z.string() }),
      rows: movedSchema,
      problems: movedSchema,
    })
    .optional(),
  split: z.object({
    seed: z.number(),
    shares: z.record(z.enum(SPLIT_NAMES), z.number()),
    similarity: z.object({ name: z.string(), threshold: z.number() }),
    settled: z.number(),
  }),
  /** Rows that the filter kept and that are in no split, counted by reason. */
  apart: z.record(z.string(), z.number()),
  splits: z.record(z.enum(SPLIT_NAMES), splitSchema),
  rows_index: hashedFileSchema,
  /** Problems of earlier releases without a row in this one, with their splits. */
  earlier: hashedFileSchema.optional(),
  audit: hashedFileSchema,
  card: hashedFileSchema,
  card_text: hashedFileSchema,
});

/** The contents of a release. It has no date and no path, so that the same corpus has the same manifest. */
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

export const MANIFEST_FILE = 'manifest.json';
