import { z } from 'zod';

const fileSchema = z.strictObject({
  path: z.string(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When the file was last changed; a file that changed since is hashed again before it is used. */
  modified: z.number(),
});

/**
 * Which template writes prompts: the model's own, from its file, or Assay's, which models trained with `assay train` know.
 */
export const TEMPLATES = ['model', 'assay'] as const;

export type TemplateChoice = (typeof TEMPLATES)[number];

export const modelEntrySchema = z.strictObject({
  schema: z.literal('local-model/1'),
  name: z.string(),
  file: fileSchema,
  /** A LoRA adapter in GGUF format that is applied to the file's weights. */
  adapter: fileSchema.nullable(),
  architecture: z.string(),
  parameters: z.int().positive(),
  /** The longest prompt and answer together, in tokens, that the model was made for. */
  context: z.int().positive(),
  template: z.enum(TEMPLATES),
});

type Entry = z.infer<typeof modelEntrySchema>;

/** A model of this machine as `assay model add` registers it. The weights stay where they are. */
export type ModelEntry = Readonly<Omit<Entry, 'file' | 'adapter'>> & {
  readonly file: EntryFile;
  readonly adapter: EntryFile | null;
};

export type EntryFile = Readonly<z.infer<typeof fileSchema>>;
