import type { Quarantined } from '../intake/quarantine.ts';
import { atifLog } from './atif-log.ts';
import type { ClaimedConversation, LogFormat, LogReader } from './claimed-conversation.ts';
import { inspectLog } from './inspect-log.ts';
import { langfuseLog } from './langfuse-log.ts';
import { openAiLog } from './openai-log.ts';
import { otelLog } from './otel-log.ts';

/** In the order in which they are tried: the most specific format first. */
export const LOG_READERS: readonly LogReader[] = [atifLog, inspectLog, otelLog, langfuseLog, openAiLog];

/** The reader for a document; `undefined` if no reader recognises it. */
export function readerOf(document: unknown, format?: LogFormat): LogReader | undefined {
  return LOG_READERS.find(
    (reader) => (format === undefined || reader.format === format) && reader.recognises(document),
  );
}

/** Reads the conversation or call in one document; `undefined` for formats that are read as a whole file. */
export function readLogDocument(document: unknown, format?: LogFormat): ClaimedConversation | Quarantined | undefined {
  const reader = readerOf(document, format);
  return reader === undefined || reader.unit === 'file' ? undefined : reader.read([document])[0];
}
