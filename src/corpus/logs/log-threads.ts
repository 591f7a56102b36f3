import type { RowMessage } from '../../chat/schema.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ClaimedTurn } from './claimed-conversation.ts';
import { parseLogJson } from './parse-log-json.ts';

/** One request to a model and its answer, from a log of single calls. */
export interface LogExchange {
  /** The messages sent to the model, followed by its answer. */
  readonly messages: readonly RowMessage[];
  readonly turn: Omit<ClaimedTurn, 'message'>;
  readonly tools: string | null;
}

export interface LogThread {
  readonly messages: readonly RowMessage[];
  readonly turns: readonly ClaimedTurn[];
  readonly tools: string | null;
  /** Number of exchanges that are not part of it. */
  readonly others: number;
}

/**
 * Finds the conversation among the calls of one trace: the thread with the most tool calls in which each request begins
 * with the previous request and its answer. Logs repeat the whole history in every request, so the last one contains
 * everything.
 *
 * @param exchanges In the order in which they were made.
 */
export function mainThread(exchanges: readonly LogExchange[]): LogThread | undefined {
  const threads: LogExchange[][] = [];
  // Threads by the hash of their last request and answer, so that a log with many threads takes no longer than one.
  const threadAfter = new Map<string, LogExchange[]>();
  for (const exchange of exchanges) {
    const hashes = prefixHashes(exchange.messages);
    const before = hashes.findLast((hash, place) => place < hashes.length - 1 && threadAfter.has(hash));
    const thread = before === undefined ? [] : threadAfter.get(before)!;
    if (before === undefined) threads.push(thread);
    else threadAfter.delete(before);
    thread.push(exchange);
    threadAfter.set(hashes.at(-1) ?? '', thread);
  }
  const weights = threads.map(weight);
  const main = threads[weights.indexOf(weights.reduce((most, each) => Math.max(most, each), 0))];
  if (main === undefined) return undefined;
  const { messages, tools } = main.at(-1)!;
  return {
    messages,
    tools,
    turns: main.map(({ turn, messages: until }) => ({ ...turn, message: until.length - 1 })),
    others: exchanges.length - main.length,
  };
}

/** For each message, a hash of all messages up to it. */
export function prefixHashes(messages: readonly RowMessage[]): readonly string[] {
  let before = '';
  return messages.map((message) => {
    before = sha256(`${before}${canonicalJson(asRepeated(message))}`);
    return before;
  });
}

/** Without what programs change when they repeat an answer: they omit its reasoning, and write its arguments again. */
function asRepeated(message: RowMessage): unknown {
  if (message.role !== 'assistant') return message;
  const said = message.content.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/g, '').trim();
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: written } }) => {
    const json = parseLogJson(written);
    return { id, name, given: json.ok ? json.value : written };
  });
  return { role: 'assistant', said, calls };
}

function weight(exchanges: readonly LogExchange[]): number {
  return exchanges.reduce((sum, { messages }) => {
    const answer = messages.at(-1);
    return sum + (answer?.role === 'assistant' ? (answer.tool_calls?.length ?? 0) : 0);
  }, 0);
}
