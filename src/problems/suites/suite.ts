import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';
import { parseProblem, problemToWire } from '../problem-wire.ts';
import { SUITE_KINDS, type SuiteKind } from './ledger-event.ts';

/** A fixed list of problems. Any change makes a new suite with a new version. */
export interface Suite {
  readonly name: string;
  readonly version: number;
  readonly kind: SuiteKind;
  readonly problems: readonly Problem[];
}

const suiteSchema = z.strictObject({
  name: z.string(),
  version: z.int().positive(),
  kind: z.enum(SUITE_KINDS),
  problems: z.array(z.unknown()).min(1),
});

/** The bytes of a suite's file; their SHA-256 is its id, so `sha256sum` alone can check a file against its name. */
export function suiteText(suite: Suite): string {
  const { name, version, kind, problems } = suite;
  return canonicalJson({ name, version, kind, problems: problems.map(problemToWire) });
}

export function suiteId(suite: Suite): string {
  return sha256(suiteText(suite));
}

/** Parses a suite; throws a fault if the bytes do not hash to `id`. */
export function parseSuite(bytes: Uint8Array, id: string, path: string): Suite {
  const actual = sha256(bytes);
  if (actual !== id) throw corrupt(path, `was changed: it hashes to ${actual}, not to ${id}`);
  const json = parseJson(Buffer.from(bytes).toString('utf8'));
  const parsed = suiteSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) throw corrupt(path, 'is not a suite');
  const problems = parsed.data.problems.map((wire, place) => {
    const problem = parseProblem(wire);
    if (problem.ok) return problem.problem;
    throw corrupt(path, `holds no problem at problems.${place}: ${problem.field}: ${problem.reason}`);
  });
  return { ...parsed.data, problems };
}

function corrupt(path: string, what: string): Fault {
  return new Fault('BANK_CORRUPT', {
    message: `${path} ${what}.`,
    remedy: 'Restore the file from a backup, or run `assay problems suite create` again with what it was made from.',
  });
}
