import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSigned, type Receipt } from '../../attempt/record.ts';
import { parseJson } from '../../json/parse-json.ts';
import { PRIVATE_FILE } from '../../store/files.ts';
import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import { openTokenizer } from '../filter/open-tokenizer.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { ReceiptLink } from '../intake/read-attempt.ts';
import {
  type Batch,
  type BatchHead,
  type BatchReport,
  type BatchSetting,
  digestFile,
  rowsFile,
  type SignedRun,
} from './batch.ts';
import { digestRow } from './digest-row.ts';
import type { FilterAnswer, FilterRequest } from './filter-workers.ts';
import { rowTexts } from './row-texts.ts';

const { config, queries, withheld, folder, format, tokenizer } = threadData<BatchSetting>();
const intake = { agency: config.agency, queries, format };
const counter = tokenizer === null ? estimatedTokens : openTokenizer(tokenizer);
const context = { config, counter, withheld };

answerRequests(
  (request: FilterRequest): FilterAnswer => ('runs' in request ? request.runs.flatMap(unsignedIn) : digest(request)),
);

function digest({ name, rows }: Batch): BatchReport {
  const digests: string[] = [];
  const candidates: string[] = [];
  const tools: Record<string, string> = {};
  for (const row of rowTexts(rows)) {
    const { digest, candidate } = digestRow(row, intake, context);
    // Serialised immediately. Thousands of small objects that live until the batch is written would be copied by every
    // garbage collection.
    digests.push(JSON.stringify(digest));
    if (candidate === undefined) continue;
    candidates.push(candidate.text);
    const [reference, schemas] = candidate.tools;
    tools[reference] = schemas;
  }
  const head: BatchHead = { tools, digests: digests.length };
  write(rowsFile(name), candidates);
  // Written last: if this file exists, the batch is done.
  write(digestFile(name), [JSON.stringify(head), ...digests]);
  return { rows: rows.length };
}

function unsignedIn(run: SignedRun): string[] {
  return [...unsignedReceipts(run.map(({ text, hash }) => ({ receipt: receiptOf(text), hash })))];
}

/** Parses a receipt that we wrote ourselves. */
function receiptOf(text: string): Receipt {
  const json = parseJson(text);
  if (!json.ok) throw new Error('a receipt that was written can be read');
  return json.value as Receipt;
}

function write(name: string, lines: readonly string[]): void {
  const path = join(folder, name);
  writeFileSync(`${path}.aside`, [...lines, ''].join('\n'), { mode: PRIVATE_FILE });
  renameSync(`${path}.aside`, path);
}

/**
 * Finds the unsigned receipts of one run. Each receipt contains the hash of the previous one, including its signature.
 * So a valid signature on the last receipt of a sequence without gaps vouches for the whole sequence. This matters
 * because a signature costs more to check than everything else about an attempt. If the last signature is invalid, the
 * one before it is checked.
 *
 * @returns Ids of the attempts with invalid receipts.
 */
function unsignedReceipts(run: readonly ReceiptLink[], isGood: typeof isSigned = isSigned): Set<string> {
  const bad = new Set<string>();
  const ordered = run.toSorted((left, right) => left.receipt.sequence - right.receipt.sequence);
  let vouched: { readonly hash: string | null; readonly by: string } | undefined;
  for (const { receipt, hash } of ordered.toReversed()) {
    // A validator's chain does not vouch for signatures of other validators.
    const isVouchedFor = vouched?.hash === hash && vouched.by === receipt.hotkey;
    if (isVouchedFor || isGood(receipt)) vouched = { hash: receipt.previous, by: receipt.hotkey };
    else {
      bad.add(receipt.attempt_id);
      vouched = undefined;
    }
  }
  return bad;
}
