import { z } from 'zod';

const place = { line: z.int(), column: z.int() };

/** What an expression depends on, as far as it was analysed. */
const dependencies = {
  /** Functions it calls, as written: `time.time`. */
  calls: z.array(z.string()),
  /** Attributes, and objects that are subscripted: `environ` in `environ["HOME"]`. */
  reads: z.array(z.string()),
  names: z.array(z.string()),
  operators: z.array(z.string()),
  /** The largest number in the expression. */
  largest: z.number(),
};

const entry = z.object({ keys: z.array(z.string()), values: z.array(z.string()), ...place });

const everything = z.object({
  /** False if the file contains more than the report lists. */
  complete: z.boolean(),
  main: z
    .object({
      kind: z.enum(['function', 'async', 'generator', 'value']),
      required: z.int(),
      /** Null means any number. */
      most: z.int().nullable(),
      ...place,
    })
    .nullable(),
  /** Names that the file defines, in any scope. */
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
      /** The first few arguments; null for an argument that is not a constant text. */
      arguments: z.array(z.string().nullable()),
      /** Which arguments are assembled from parts. */
      assembled: z.array(z.boolean()),
      keywords: z.array(z.object({ name: z.string(), text: z.string().nullable() })),
      count: z.int(),
      /** How many numbers the first argument lists. */
      numbers: z.int(),
      /** Lengths of the texts in the first two arguments. */
      lengths: z.array(z.int()),
      ...dependencies,
      ...place,
    }),
  ),
  /** Constants. A number with an empty text has more than sixty digits. */
  texts: z.array(
    z.object({ text: z.string(), kind: z.enum(['text', 'bytes', 'number']), assembled: z.boolean(), ...place }),
  ),
  tables: z.array(z.object({ form: z.string(), entries: z.array(entry), ...place })),
  conditions: z.array(z.object({ ...dependencies, ...place })),
  assignments: z.array(z.object({ targets: z.array(z.string()), ...dependencies, ...place })),
  /** Lists of many numbers. */
  series: z.array(z.object({ count: z.int(), ...place })),
  /** Imports of allowed modules that would fail at run time, with similar names that exist. */
  unresolved: z
    .array(z.object({ module: z.string(), name: z.string().nullable(), nearest: z.array(z.string()), ...place }))
    .default([]),
  /** Names that Python reads differently from how they are written, or that have non-ASCII letters. */
  disguised: z.array(z.object({ name: z.string(), written: z.string(), ...place })),
});

const flaw = z.object({
  kind: z.enum(['syntax', 'depth', 'memory', 'other']),
  stage: z.enum(['compile', 'parse', 'walk']),
  message: z.string(),
  ...place,
});

/** Report of `python/admission/read_facts.py` on a file: either why Python cannot parse it, or its facts. */
export const sourceReport = z.union([
  z.object({ python: z.string(), flaw }),
  z.object({ python: z.string(), flaw: z.null(), ...everything.shape }),
]);

export type SourceReport = z.infer<typeof sourceReport>;
export type SourceFacts = z.infer<typeof everything>;
export type CallFact = SourceFacts['calls'][number];
export type TableFact = SourceFacts['tables'][number];
