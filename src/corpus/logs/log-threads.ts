import type { RowMessage } from '../../chat/schema.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { ClaimedTurn } from './claimed-conversation.ts';

/** One request to a model and its answer, as a log of single calls has it. */
export interface LogExchange {
  /** What the model was sent, then what it answered. */
  readonly messages: readonly RowMessage[];
  readonly turn: Omit<ClaimedTurn, 'message'>;
  readonly tools: string | null;
}

export interface LogThread {
  readonly messages: readonly RowMessage[];
  readonly turns: readonly ClaimedTurn[];
  readonly tools: string | null;
  /** Exchanges that are not part of it. */
  readonly others: number;
}

/**
 * The conversation among the calls of one trace: the thread in which each request begins with the one before and its
 * answer, and that has most tool calls. Logs repeat the whole history in every request, so the last one holds it all.
 *
 * @param exchanges In the order in which they were made.
 */
export function mainThread(exchanges: readonly LogExchange[]): LogThread | undefined {
  const threads: { last: readonly string[]; exchanges: LogExchange[] }[] = [];
  for (const exchange of exchanges) {
    const texts = exchange.messages.map((message) => canonicalJson(message));
    const thread = threads.findLast(({ last }) => isBeginning(last, texts));
    if (thread === undefined) threads.push({ last: texts, exchanges: [exchange] });
    else {
      thread.last = texts;
      thread.exchanges.push(exchange);
    }
  }
  const [first, ...rest] = threads;
  if (first === undefined) return undefined;
  const main = rest.reduce((best, each) => (weight(each.exchanges) > weight(best.exchanges) ? each : best), first);
  const { messages, tools } = main.exchanges.at(-1)!;
  return {
    messages,
    tools,
    turns: main.exchanges.map(({ turn, messages: until }) => ({ ...turn, message: until.length - 1 })),
    others: exchanges.length - main.exchanges.length,
  };
}

function isBeginning(before: readonly string[], after: readonly string[]): boolean {
  return before.length < after.length && before.every((text, place) => text === after[place]);
}

function weight(exchanges: readonly LogExchange[]): number {
  return exchanges.reduce((sum, { messages }) => {
    const answer = messages.at(-1);
    return sum + (answer?.role === 'assistant' ? (answer.tool_calls?.length ?? 0) : 0);
  }, 0);
}
