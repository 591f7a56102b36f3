import { z } from 'zod';
import type { RowMessage } from '../../chat/schema.ts';
import type { JsonObject } from '../../json/json-object.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import { parseLogJson } from './parse-log-json.ts';

/** The log formats that `corpus filter` reads besides evidence. */
export const LOG_FORMATS = ['openai', 'atif', 'inspect', 'langfuse', 'otel', 'assay'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** What a log says about one answer of a model. */
export interface ClaimedTurn {
  /** Index of its message. */
  readonly message: number;
  readonly model: string | null;
  readonly finish_reason: string | null;
  readonly latency_ms: number;
  readonly prompt_token_ids: readonly number[] | null;
  readonly token_ids: readonly number[] | null;
  readonly logprobs: readonly number[] | null;
}

/**
 * One conversation according to a log. Our gateway did not record it: that the model was sent these messages, wrote
 * these calls and got these results is only a claim of the log.
 */
export interface ClaimedConversation {
  readonly format: LogFormat;
  /** The program that wrote the log, with its version if the log names it. */
  readonly producer: string;
  /** The id in the log; `null` if it has none, and the id is then derived from the content. */
  readonly id: string | null;
  readonly problem: string | null;
  /** The request, if the log states it separately from the messages. */
  readonly query: string | null;
  /** SHA-256 of the agent's source; only in our own logs. */
  readonly agent: string | null;
  readonly licence: string | null;
  /** Model of the whole conversation; turns may name others. */
  readonly model: string;
  readonly simulated: boolean;
  readonly messages: readonly RowMessage[];
  /** JSON text of the tool schemas in OpenAI's format; `null` if the log has none. */
  readonly tools: string | null;
  readonly turns: readonly ClaimedTurn[];
  /** Number of other model answers in the same log that are not part of this conversation. */
  readonly side_completions: number;
  /** Why it cannot become a row: an error that ended it, or content that is not text. */
  readonly fault: string | null;
  /** Scores, outcomes and marks that the log reports. They are kept but never trusted. */
  readonly said: JsonObject;
  /** Original mark of a row from a log that was exported and is read again. */
  readonly earlier: ClaimedMark | null;
  /** Only in our own exports. */
  readonly exported?: ExportedFacts | undefined;
}

/** What a row says about its messages that the messages do not show. */
export const exportedFactsSchema = z.object({
  tools_given: z.boolean(),
  supplied_results: z.int().nonnegative(),
  /** Rows written by older filters have none. */
  replaced_prompts: z.array(z.enum(['system', 'user'])).optional(),
});

export type ExportedFacts = Readonly<z.infer<typeof exportedFactsSchema>>;

/** What a row from a log says about its origin. Every file with the row contains it. */
export const claimedMarkSchema = z.object({
  version: z.literal(1),
  format: z.enum(LOG_FORMATS),
  producer: z.string().max(400),
  /** The id in the log. */
  log_id: z.string().max(400).nullable(),
  said: z.record(z.string(), z.unknown()),
});

export type ClaimedMark = Readonly<z.infer<typeof claimedMarkSchema>>;

/** The mark of an exported row: an object, or its JSON text for table formats that must not see the fields. */
export function claimedMarkIn(value: unknown): ClaimedMark | null {
  const json = typeof value === 'string' ? parseLogJson(value) : { ok: true as const, value };
  const mark = claimedMarkSchema.safeParse(json.ok ? json.value : undefined);
  return mark.success ? mark.data : null;
}

/** Rewritten rows are also marked in the id, for formats that have no other place for it. */
export function isRewrittenId(id: string | null): boolean {
  return id?.endsWith('-rewritten') === true;
}

/** A log format: recognises a JSON document and reads conversations from it. */
export interface LogReader {
  readonly format: LogFormat;
  readonly about: string;
  /**
   * `document`: each document (a line, or a whole file) is one conversation. `call`: each document is a conversation, or
   * a call in one that other documents continue. `file`: a document may contain several conversations, and a
   * conversation may be spread over several documents, so a file is read as a whole.
   */
  readonly unit: 'document' | 'call' | 'file';
  recognises(document: unknown): boolean;
  read(documents: readonly unknown[]): readonly (ClaimedConversation | Quarantined)[];
}
