import { z } from 'zod';

const fileSchema = z.strictObject({
  path: z.string(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Modification time of the file. If it differs, the file is hashed again before use. */
  modified: z.number(),
});

/** Template for prompts: the model's own, from its file, or Assay's, with which `assay train` trains models. */
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
  /** Maximum tokens of prompt and answer together that the model supports. */
  context: z.int().positive(),
  template: z.enum(TEMPLATES),
});

type Entry = z.infer<typeof modelEntrySchema>;

/** A local model as registered by `assay model add`. The weights stay where they are. */
export type ModelEntry = Readonly<Omit<Entry, 'file' | 'adapter'>> & {
  readonly file: EntryFile;
  readonly adapter: EntryFile | null;
};

export type EntryFile = Readonly<z.infer<typeof fileSchema>>;
