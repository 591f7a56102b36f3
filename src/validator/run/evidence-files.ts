import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Result } from './run-results.ts';

const compress = promisify(gzip);

/** What the agent says it did, as the wire has it: the bare array of steps. `null` when it handed in none. */
export async function dialogueFile(store: AttemptStore, { attempt }: Result): Promise<Uint8Array<ArrayBuffer> | null> {
  const { dialogue } = attempt.blobs;
  return dialogue === null ? null : await packed(await store.blobs.get(dialogue.sha256));
}

/** What we say: record, verdict, receipt and every call, as they were signed. Without the calls where there is no room for them. */
export async function evidenceFile(
  store: AttemptStore,
  { attempt, verdict, receipt }: Result,
  withCalls: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const calls: { readonly calls?: readonly Call[] } = withCalls
    ? { calls: (await verifyAttempt(store, attempt.attempt_id)).calls }
    : {};
  return await packed(Buffer.from(JSON.stringify({ version: 1, attempt, verdict, receipt, ...calls })));
}

async function packed(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(bytes));
}
