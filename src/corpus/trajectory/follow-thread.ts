import { contentText } from '../../chat/content-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import type { JudgedAgency } from '../agency/judge-agency.ts';
import type { RecordedCompletion } from './completion.ts';
import type { BuiltMessages } from './rebuild-trajectory.ts';
import { saysSame } from './says-same.ts';
import { spokenMessage } from './spoken-message.ts';
import { suppliedResult } from './supplied-result.ts';

/**
 * The messages of a thread as the model saw them, with each of its own turns as recorded. `undefined` if the history it
 * was shown does not consist of what it said: then this conversation never took place.
 */
export function followThread(
  thread: readonly RecordedCompletion[],
  judged: Pick<JudgedAgency, 'emissions' | 'attributed'>,
): BuiltMessages | undefined {
  const messages: RowMessage[] = [];
  const spoken = new Map<number, RecordedCompletion>();
  const names = new Map<string, string>();
  for (const [place, completion] of thread.entries()) {
    const from = place === 0 ? 0 : thread[place - 1]!.messages.length;
    for (const [at, message] of completion.messages.slice(from).entries()) {
      // The first added message is the previous turn, which is already there as recorded.
      if (place > 0 && at === 0) {
        if (!saysSame(message, thread[place - 1]!)) return undefined;
        continue;
      }
      const read = readMessage(message, names);
      if (read === undefined) return undefined;
      messages.push(read);
    }
    const turn = spokenMessage(completion);
    // Calls in the text have no ids that results could refer to; such harnesses use their own text format.
    if (completion.calls.some(({ form, id }) => form !== 'native' || id === undefined)) return undefined;
    for (const call of turn.tool_calls ?? []) names.set(call.id, call.function.name);
    spoken.set(messages.length, completion);
    messages.push(turn);
  }
  const last = thread.at(-1)!;
  const results = lastResults(last, judged);
  messages.push(...results);
  return { messages, spoken, supplied: results.length, replaced: [] };
}

function readMessage(message: unknown, names: ReadonlyMap<string, string>): RowMessage | undefined {
  const role = ownField(message, 'role');
  const content = contentText(ownField(message, 'content'));
  if (role === 'system' || role === 'developer') return { role: 'system', content };
  if (role === 'user') return { role, content };
  if (role !== 'tool') return undefined;
  const id = ownField(message, 'tool_call_id');
  const name = typeof id === 'string' ? names.get(id) : undefined;
  return name === undefined ? undefined : { role, tool_call_id: id as string, name, content };
}

/** Results of the last calls, which no model was shown. */
function lastResults(
  completion: RecordedCompletion,
  { emissions, attributed }: Pick<JudgedAgency, 'emissions' | 'attributed'>,
): RowMessage[] {
  const { tool_calls: calls = [] } = spokenMessage(completion);
  return calls.flatMap((call, place) => {
    const emitted = completion.calls[place]!;
    const emission = emissions.find((each) => each.call === emitted);
    const content = suppliedResult(emitted, (emission && attributed.uses.get(emission)) ?? []);
    if (content === undefined) return [];
    return [{ role: 'tool' as const, tool_call_id: call.id, name: emitted.name, content }];
  });
}
