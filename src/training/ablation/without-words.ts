import { Random } from '../../random/random.ts';
import type { SftRow, TrainingMessage } from '../rows/training-row.ts';

type Spoken = Extract<TrainingMessage, { readonly role: 'assistant' }>;

/** The same calls and results; answers that only speak are left out, and so are reminders that followed them. */
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
 * Every word stays in the arm and every call where it was; what was said with a call is now what was said at another problem
 * with a call of the same tool. What remains of a difference to the arm with its own words is what words tell about calls.
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

/** A permutation in which words go to another problem wherever a single exchange can bring that about. */
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
