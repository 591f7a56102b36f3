import { join } from 'node:path';
import { QUARANTINE_REASONS, type QuarantineReason } from '../intake/quarantine.ts';
import type { RowLocation } from '../pipeline/batch.ts';
import { toolsReference } from '../pipeline/corpus-row.ts';
import { writeHashed, writeHashedText } from '../release/hashed-file.ts';
import type { AttemptName, ReadCandidate } from './candidate-reader.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import type { RewriteJournal, RewriteOutcome, RewritePlan } from './rewrite-journal.ts';
import { REWRITE_REASONS, type RewriteReason } from './rewrite-reason.ts';
import { REWRITTEN_TOOLS } from './scripted-steps.ts';

/** The decision about each row of the input, in order. Only names, because a day's attempts do not fit into memory. */
export type Decided =
  | Exclude<ReadCandidate, { readonly kind: 'candidate' }>
  | (RowLocation & { readonly kind: 'asked' | 'left'; readonly name: AttemptName; readonly receipt: string });

interface RewriteAbout extends RewritePlan {
  readonly config: RewriteConfig;
  readonly simulated: boolean;
  readonly checker_simulated: boolean;
  readonly withheld_checked: boolean;
}

/** The contents of `rewrite.json`, except `resumed`. */
export interface RewriteSummary extends RewriteAbout {
  readonly kind: 'assay-rewritten';
  readonly rows: number;
  readonly rewritten: number;
  /** Candidates beyond the limit, which were not sent to a model. */
  readonly left: number;
  readonly refused: Readonly<Record<RewriteReason, number>>;
  readonly quarantined: number;
  readonly quarantine: Readonly<Record<QuarantineReason, number>>;
  /** Attempts that an earlier run had sent to models. */
  readonly resumed: number;
}

export interface RewriteFindings {
  readonly decided: readonly Decided[];
  readonly journal: RewriteJournal;
  readonly about: RewriteAbout;
  readonly resumed: number;
}

/** Writes the files of a rewrite, each atomically, from the decisions and the journal. */
export async function writeRewritten(out: string, findings: RewriteFindings): Promise<RewriteSummary> {
  const { decided, journal, about, resumed } = findings;
  const refused = Object.fromEntries(REWRITE_REASONS.map((reason) => [reason, 0])) as Record<RewriteReason, number>;
  const aside = Object.fromEntries(QUARANTINE_REASONS.map((reason) => [reason, 0])) as Record<QuarantineReason, number>;
  let rewritten = 0;
  const write = (file: string, put: (line: (text: string) => Promise<void>) => Promise<void>) =>
    writeHashed(join(out, file), file, put);
  await write('rewritten.jsonl', async (writeRow) => {
    await write('rejected.jsonl', async (writeRefused) => {
      await write('quarantine.jsonl', async (writeAside) => {
        for (const each of decided) {
          const { file, line } = each;
          if (each.kind === 'quarantined') {
            aside[each.flaw.reason]++;
            await writeAside(JSON.stringify({ file, line, ...each.flaw }));
          } else if (each.kind === 'refused') {
            refused[each.refusal.reason]++;
            await writeRefused(JSON.stringify({ ...each.name, ...each.refusal, file, line }));
          } else if (each.kind === 'asked') {
            const outcome = outcomeOf(journal, each.receipt);
            if (outcome.kind === 'accepted') {
              rewritten++;
              await writeRow(outcome.row);
            } else {
              refused[outcome.reason]++;
              const { reason, detail, scores } = outcome;
              await writeRefused(JSON.stringify({ ...each.name, reason, detail, scores, file, line }));
            }
          }
        }
      });
    });
  });
  const tools = JSON.stringify(REWRITTEN_TOOLS);
  await writeHashedText(
    join(out, 'tools.json'),
    'tools.json',
    JSON.stringify({ [toolsReference(tools)]: tools }, null, 2),
  );
  const lasting = {
    kind: 'assay-rewritten' as const,
    ...about,
    rows: decided.length,
    rewritten,
    left: decided.filter(({ kind }) => kind === 'left').length,
    refused,
    quarantined: decided.filter(({ kind }) => kind === 'quarantined').length,
    quarantine: aside,
  };
  await writeHashedText(join(out, 'rewrite.json'), 'rewrite.json', JSON.stringify(lasting, null, 2));
  return { ...lasting, resumed };
}

function outcomeOf(journal: RewriteJournal, receipt: string): RewriteOutcome {
  const outcome = journal.outcomeOf(receipt);
  if (outcome === undefined) throw new Error('the journal holds every attempt that was asked about');
  return outcome;
}
