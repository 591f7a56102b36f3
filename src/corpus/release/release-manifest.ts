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
  /** Rows from logs that no gateway recorded: apart from the others, and counted nowhere among them. */
  claimed: rowsSchema.optional(),
  /** Apart from the others, and counted nowhere among them; only where rewritten rows were asked for. */
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
  /** Against the release that this one follows. */
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
  /** Rows that the filter had kept and no split holds. */
  apart: z.record(z.string(), z.number()),
  splits: z.record(z.enum(SPLIT_NAMES), splitSchema),
  rows_index: hashedFileSchema,
  /** Problems of releases before this one that no row here is about, with the splits they were in. */
  earlier: hashedFileSchema.optional(),
  audit: hashedFileSchema,
  card: hashedFileSchema,
  card_text: hashedFileSchema,
});

/** What a release is made of. No date and no path is in it, so that the same corpus has the same manifest. */
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

export const MANIFEST_FILE = 'manifest.json';
