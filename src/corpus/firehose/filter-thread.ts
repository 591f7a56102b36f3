import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import { openTokenizer } from '../filter/open-tokenizer.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import {
  type Batch,
  type BatchHead,
  type BatchReport,
  type BatchSetting,
  type Digest,
  digestName,
  rowsName,
} from './batch.ts';
import { digestRow } from './digest-row.ts';
import { rowTexts } from './row-texts.ts';

const { config, queries, withheld, folder, tokenizer } = threadData<BatchSetting>();
const intake = { agency: config.agency, queries };
const counter = tokenizer === null ? estimatedTokens : openTokenizer(tokenizer);
const context = { config, counter, withheld };

answerRequests(({ number, rows }: Batch): BatchReport => {
  const digests: Digest[] = [];
  const candidates: string[] = [];
  const tools: Record<string, string> = {};
  let quarantined = 0;
  let first: BatchReport['first'] = null;
  for (const row of rowTexts(rows)) {
    const { digest, candidate } = digestRow(row, intake, context);
    digests.push(digest);
    if ('flaw' in digest) {
      quarantined++;
      first ??= { file: digest.file, line: digest.line, ...digest.flaw };
    }
    if (candidate === undefined) continue;
    candidates.push(candidate.text);
    const [reference, schemas] = candidate.tools;
    tools[reference] = schemas;
  }
  const head: BatchHead = { tools, digests: digests.length };
  write(rowsName(number), candidates);
  // Last: where this file is, the batch is done.
  write(digestName(number), [JSON.stringify(head), ...digests.map((digest) => JSON.stringify(digest))]);
  return { rows: rows.length, quarantined, first };
});

function write(name: string, lines: readonly string[]): void {
  const path = join(folder, name);
  writeFileSync(`${path}.aside`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.aside`, path);
}
