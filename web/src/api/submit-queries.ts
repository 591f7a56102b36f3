import { queryOptions } from '@tanstack/react-query';
import type { Licence } from '../../../src/arena/submission.ts';
import {
  checkAnswerSchema,
  ledgerSearchSchema,
  minerAgentsSchema,
  ownVersionStatusSchema,
  type SubmissionAnswer,
  submissionAnswerSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

export interface AgentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The agents of the signed-in hotkey, and when it can submit again. */
export function ownAgentsQuery(hotkey: string) {
  return queryOptions({
    queryKey: ['versions', 'own', hotkey],
    queryFn: ({ signal }) => ask('/v1/miner/agents?limit=100', minerAgentsSchema, { signal }),
    // Whether one can submit now, and whether the session still holds, is asked each time the page is opened.
    refetchOnMount: 'always',
  });
}

/** The hotkey's newest rejected submission that is in the ledger, if it is among the recent events. */
export function refusedSubmissionQuery(hotkey: string) {
  const query = new URLSearchParams({ kinds: 'submission.refused', about: hotkey, limit: '1' });
  return queryOptions({
    queryKey: ['versions', 'own', hotkey, 'refused'],
    queryFn: ({ signal }) => ask(`/v1/public/ledger/search?${query}`, ledgerSearchSchema, { signal }),
  });
}

/**
 * Result of the check that a submission of this file would get. It is free, so it is requested as soon as a file is
 * chosen.
 */
export function checkQuery(hotkey: string, file: AgentFile, fingerprint: string) {
  return queryOptions({
    queryKey: ['check', hotkey, fingerprint],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      ask('/v1/miner/check', checkAnswerSchema, { method: 'POST', form: formWith(file), signal }),
  });
}

export function ownVersionQuery(versionId: string) {
  return queryOptions({
    queryKey: ['versions', versionId, 'own'],
    queryFn: ({ signal }) =>
      ask(`/v1/miner/agent-versions/${encodeURIComponent(versionId)}`, ownVersionStatusSchema, { signal }),
  });
}

export interface NewSubmission {
  readonly file: AgentFile;
  readonly agentName: string;
  /** Idempotency key: a repeated request with the same key gets the same response and counts once. */
  readonly key: string;
  /** The arena's default if missing. */
  readonly licence?: Licence | undefined;
}

export async function submitAgent({ file, agentName, key, licence }: NewSubmission): Promise<SubmissionAnswer> {
  return await ask('/v1/miner/submit', submissionAnswerSchema, {
    method: 'POST',
    form: formWith(file, agentName, licence),
    headers: { 'idempotency-key': key },
  });
}

function formWith({ name, bytes }: AgentFile, agentName?: string, licence?: Licence): FormData {
  const form = new FormData();
  if (agentName !== undefined) form.set('agent_name', agentName);
  if (licence !== undefined) form.set('licence', licence);
  form.set('file', new Blob([bytes]), name);
  return form;
}
