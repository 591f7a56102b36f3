import { z } from 'zod';
import { SPLIT_NAMES } from '../../problems/clusters/split-by-cluster.ts';
import { hashedFileSchema } from './hashed-file.ts';

const splitSchema = z.object({
  rows: z.number(),
  problems: z.number(),
  clusters: z.number(),
  successes: z.number(),
  trajectories: hashedFileSchema,
  tools: hashedFileSchema,
});

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
  audit: hashedFileSchema,
  card: hashedFileSchema,
  card_text: hashedFileSchema,
});

/** What a release is made of. No date and no path is in it, so that the same corpus has the same manifest. */
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

export const MANIFEST_FILE = 'manifest.json';
