import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { appendDurably, storageFault } from '../../store/files.ts';
import { REWRITE_REASONS } from './rewrite-reason.ts';

const drawSchema = z.object({ bare: z.number(), informed: z.number() });
const scoreSchema = drawSchema.extend({ draws: z.array(drawSchema).readonly() });

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), receipt: z.string(), row: z.string() }),
  z.object({
    kind: z.literal('refused'),
    receipt: z.string(),
    reason: z.enum(REWRITE_REASONS),
    detail: z.string(),
    scores: z.array(scoreSchema),
  }),
]);

/** Outcome of one attempt that was sent to models. `row` is the line of the corpus as text. */
export type RewriteOutcome = z.infer<typeof lineSchema>;

/** What must be unchanged for saved answers to be reused. */
export interface RewritePlan {
  readonly version: number;
  readonly config_fingerprint: string;
  readonly model: string;
  readonly checker: string;
  /** Endpoint of models that are not simulated. */
  readonly endpoint: string | null;
}

const FILE = 'journal.jsonl';

/**
 * Records every attempt as soon as it is decided, because the models' answers are paid for. Must be used under the lock
 * of the folder.
 */
export class RewriteJournal {
  readonly #path: string;
  readonly #outcomes: Map<string, RewriteOutcome>;

  private constructor(path: string, outcomes: Map<string, RewriteOutcome>) {
    this.#path = path;
    this.#outcomes = outcomes;
  }

  static open(folder: string, plan: RewritePlan): RewriteJournal {
    const path = join(folder, FILE);
    const head = canonicalJson({ kind: 'plan', ...plan });
    if (!existsSync(path)) {
      appendDurably(path, `${head}\n`);
      return new RewriteJournal(path, new Map());
    }
    const [first, ...lines] = wholeLines(path);
    if (first !== head) throw otherPlan(folder);
    return new RewriteJournal(
      path,
      new Map(lines.map((line, place) => readOutcome(path, line, place + 2)).map((each) => [each.receipt, each])),
    );
  }

  /** Looks up by the hash of the attempt's receipt, which covers everything sent to the models. */
  outcomeOf(receipt: string): RewriteOutcome | undefined {
    return this.#outcomes.get(receipt);
  }

  add(outcome: RewriteOutcome): void {
    appendDurably(this.#path, `${JSON.stringify(outcome)}\n`);
    this.#outcomes.set(outcome.receipt, outcome);
  }
}

/** An incomplete line at the end results from a crash and is removed. */
function wholeLines(path: string): string[] {
  try {
    const bytes = readFileSync(path);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) truncateSync(path, end);
    return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

function readOutcome(path: string, text: string, number: number): RewriteOutcome {
  const json = parseJson(text);
  const outcome = lineSchema.safeParse(json.ok ? json.value : undefined);
  if (outcome.success) return outcome.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path}, line ${number} is not a valid journal line.`,
    remedy: 'Restore the file from a backup, or rewrite into another folder.',
  });
}

function otherPlan(folder: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${folder} has rewrites by other models or with other thresholds.`,
    remedy: 'Choose another folder with --out, or name the same models and thresholds to resume.',
  });
}
