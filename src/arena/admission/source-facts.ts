import { z } from 'zod';

const place = { line: z.int(), column: z.int() };

/** What an expression depends on, as far as it was looked at. */
const dependencies = {
  /** What it calls, as it is written there: `time.time`. */
  calls: z.array(z.string()),
  /** Attributes and what is looked up in: `environ` of `environ["HOME"]`. */
  reads: z.array(z.string()),
  names: z.array(z.string()),
  operators: z.array(z.string()),
  /** The largest number in it. */
  largest: z.number(),
};

const entry = z.object({ keys: z.array(z.string()), values: z.array(z.string()), ...place });

const everything = z.object({
  /** False when the file holds more than is reported. */
  complete: z.boolean(),
  main: z
    .object({
      kind: z.enum(['function', 'async', 'generator', 'value']),
      required: z.int(),
      /** Null for any number. */
      most: z.int().nullable(),
      ...place,
    })
    .nullable(),
  /** Names that the file gives a meaning to, anywhere. */
  bound: z.array(z.string()),
  imports: z.array(
    z.object({ module: z.string(), name: z.string().nullable(), alias: z.string().nullable(), ...place }),
  ),
  names: z.array(z.object({ name: z.string(), called: z.boolean(), ...place })),
  attributes: z.array(z.object({ path: z.string(), ...place })),
  lookups: z.array(z.object({ path: z.string(), key: z.string().nullable(), ...place })),
  calls: z.array(
    z.object({
      callee: z.string(),
      /** The first few; null where no constant text stands. */
      arguments: z.array(z.string().nullable()),
      /** Which of them are put together from parts. */
      assembled: z.array(z.boolean()),
      keywords: z.array(z.object({ name: z.string(), text: z.string().nullable() })),
      count: z.int(),
      /** How many numbers are listed in the first. */
      numbers: z.int(),
      /** Of the texts in the first two. */
      lengths: z.array(z.int()),
      ...dependencies,
      ...place,
    }),
  ),
  /** Constants; a number without digits is one of more than sixty. */
  texts: z.array(
    z.object({ text: z.string(), kind: z.enum(['text', 'bytes', 'number']), assembled: z.boolean(), ...place }),
  ),
  tables: z.array(z.object({ form: z.string(), entries: z.array(entry), ...place })),
  conditions: z.array(z.object({ ...dependencies, ...place })),
  assignments: z.array(z.object({ targets: z.array(z.string()), ...dependencies, ...place })),
  /** Lists of many numbers. */
  series: z.array(z.object({ count: z.int(), ...place })),
  /** Imports of allowed modules that would fail when the file is run, with names like them that exist. */
  unresolved: z
    .array(z.object({ module: z.string(), name: z.string().nullable(), nearest: z.array(z.string()), ...place }))
    .default([]),
  /** Names that are read as others than they are written, or written in other than ASCII letters. */
  disguised: z.array(z.object({ name: z.string(), written: z.string(), ...place })),
});

const flaw = z.object({
  kind: z.enum(['syntax', 'depth', 'memory', 'other']),
  stage: z.enum(['compile', 'parse', 'walk']),
  message: z.string(),
  ...place,
});

/** What `python/admission/read_facts.py` says about a file: why Python does not take it, or all that stands in it. */
export const sourceReport = z.union([
  z.object({ python: z.string(), flaw }),
  z.object({ python: z.string(), flaw: z.null(), ...everything.shape }),
]);

export type SourceReport = z.infer<typeof sourceReport>;
export type SourceFacts = z.infer<typeof everything>;
export type CallFact = SourceFacts['calls'][number];
export type TableFact = SourceFacts['tables'][number];
