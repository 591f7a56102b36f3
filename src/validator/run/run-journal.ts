import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { claimedWorkSchema, runCompletionSchema } from '../../arena/wire.ts';
import { sha256Schema, uuidSchema } from '../../attempt/attempt.ts';
import { parseJson } from '../../json/parse-json.ts';
import { makeFolder, storageFault, syncToDisk } from '../../store/files.ts';
import type { ClaimedRun } from '../arena/arena-api.ts';

const entrySchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('claimed'), claim: claimedWorkSchema }),
  z.object({
    what: z.literal('attempted'),
    problem_id: z.string(),
    attempt_id: uuidSchema,
    receipt_hash: sha256Schema,
  }),
  z.object({
    what: z.literal('uploaded'),
    attempt_id: uuidSchema,
    logs_key: z.string().nullable(),
    evidence_key: z.string().nullable(),
  }),
  /** Written once, before the first probe attempt starts. */
  z.object({ what: z.literal('probes'), problem_ids: z.array(z.string()) }),
  z.object({ what: z.literal('probe uploaded'), attempt_id: uuidSchema, evidence_key: z.string().nullable() }),
  z.object({ what: z.literal('ending'), completion: runCompletionSchema }),
  z.object({ what: z.literal('given up'), at: z.number() }),
]);

export type JournalEntry = z.output<typeof entrySchema>;
export type JournalEntryOf<What extends JournalEntry['what']> = Extract<JournalEntry, { what: What }>;

const ENDING = '.jsonl';

/**
 * Everything needed to resume one run after a crash: a file with one line per completed step, on disk before the next
 * step begins. The claim may contain the key of a contestant's provider, so only the owner may read the file, and it is
 * deleted when the run is over.
 */
export class RunJournal {
  readonly claim: ClaimedRun;
  readonly #path: string;
  readonly #entries: JournalEntry[];
  #length: number;

  private constructor(path: string, claim: ClaimedRun, entries: JournalEntry[], length: number) {
    this.#path = path;
    this.claim = claim;
    this.#entries = entries;
    this.#length = length;
  }

  static begin(folder: string, claim: ClaimedRun): RunJournal {
    makeFolder(folder);
    const journal = new RunJournal(join(folder, `${claim.eval_run_id}${ENDING}`), claim, [], 0);
    rmSync(journal.#path, { force: true });
    journal.add({ what: 'claimed', claim });
    syncToDisk(folder);
    return journal;
  }

  /**
   * The journals of unfinished runs. An incomplete last line was being written when the process stopped, and is
   * ignored.
   */
  static openAll(folder: string): { readonly journals: readonly RunJournal[]; readonly unreadable: readonly string[] } {
    const journals: RunJournal[] = [];
    const unreadable: string[] = [];
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!name.endsWith(ENDING)) continue;
      const journal = open(join(folder, name));
      if (journal === undefined) unreadable.push(join(folder, name));
      else journals.push(new RunJournal(join(folder, name), journal.claim, journal.entries, journal.length));
    }
    return { journals, unreadable };
  }

  get runId(): string {
    return this.claim.eval_run_id;
  }

  all<What extends JournalEntry['what']>(what: What): readonly JournalEntryOf<What>[] {
    return this.#entries.filter((entry): entry is JournalEntryOf<What> => entry.what === what);
  }

  /** How the run ends, once decided. */
  get ending(): JournalEntryOf<'ending'>['completion'] | undefined {
    return this.all('ending').at(-1)?.completion;
  }

  add(entry: JournalEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      const file = openSync(this.#path, 'a', 0o600);
      try {
        // An incomplete line left by a crash or a full disk would make the next line unreadable too.
        ftruncateSync(file, this.#length);
        for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw storageFault(error, `writing ${this.#path}`);
    }
    this.#length += line.length;
    this.#entries.push(entry);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

interface OpenedJournal {
  readonly claim: ClaimedRun;
  readonly entries: JournalEntry[];
  readonly length: number;
}

function open(path: string): OpenedJournal | undefined {
  const text = readFileSync(path, 'utf8');
  const entries: JournalEntry[] = [];
  let length = 0;
  for (const line of text.split('\n').slice(0, -1)) {
    const json = parseJson(line);
    const entry = entrySchema.safeParse(json.ok ? json.value : undefined);
    if (!entry.success) break;
    entries.push(entry.data);
    length += Buffer.byteLength(line) + 1;
  }
  const first = entries[0];
  return first?.what === 'claimed' ? { claim: first.claim, entries, length } : undefined;
}
