import { Random } from '../../random/random.ts';
import type { SftRow, TrainingMessage } from '../rows/training-row.ts';

type Spoken = Extract<TrainingMessage, { readonly role: 'assistant' }>;

/** The same calls and results. Answers without a call are removed, and so are the reminders after them. */
export function withoutWords(row: SftRow): SftRow {
  const messages = row.messages.flatMap((message, place): readonly TrainingMessage[] => {
    if (message.role === 'user' && isWordsOnly(row.messages[place - 1])) return [];
    if (message.role !== 'assistant') return [message];
    return isWordsOnly(message) ? [] : [{ ...message, content: '' }];
  });
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return { ...row, messages: messages.slice(0, last + 1) };
}

function isWordsOnly(message: TrainingMessage | undefined): boolean {
  return message?.role === 'assistant' && (message.tool_calls ?? []).length === 0;
}

interface TextLocation {
  readonly row: number;
  readonly message: number;
  readonly content: string;
  readonly problem: string;
}

/**
 * Swaps the words between problems: every call stays in place, but its words come from another problem, from a call
 * of the same tool. All words stay in the arm. If the result differs from the arm with the original words, the cause
 * is what the words say about the calls.
 */
export function shuffledWords(rows: readonly SftRow[], seed: number): readonly SftRow[] {
  const random = new Random(seed);
  const places = rows.flatMap((row, at) =>
    row.messages.flatMap((message, place): readonly (TextLocation & { readonly tool: string })[] => {
      if (message.role !== 'assistant' || message.content === '') return [];
      const tool = message.tool_calls?.[0]?.function.name ?? '';
      return [{ row: at, message: place, content: message.content, problem: row.problem_id, tool }];
    }),
  );
  const changed = rows.map(({ messages }) => [...messages]);
  for (const group of Map.groupBy(places, ({ tool }) => tool).values()) {
    const words = exchanged(group, random);
    for (const [at, { row, message }] of group.entries()) {
      changed[row]![message] = { ...(changed[row]![message] as Spoken), content: words[at]! };
    }
  }
  return rows.map((row, at) => ({ ...row, messages: changed[at]! }));
}

/** A permutation that moves words to another problem wherever a single swap makes that possible. */
function exchanged(group: readonly TextLocation[], random: Random): readonly string[] {
  const order = random.sample(
    group.map((_, place) => place),
    group.length,
  );
  const isOwn = (place: number, from: number): boolean => group[place]!.problem === group[from]!.problem;
  for (let place = 0; place < order.length; place++) {
    if (!isOwn(place, order[place]!)) continue;
    const offset = random.integer(order.length);
    for (let step = 0; step < order.length; step++) {
      const other = (offset + step) % order.length;
      if (isOwn(place, order[other]!) || isOwn(other, order[place]!)) continue;
      [order[place], order[other]] = [order[other]!, order[place]!];
      break;
    }
  }
  return order.map((from) => group[from]!.content);
}
