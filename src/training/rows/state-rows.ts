import { Random } from '../../random/random.ts';
import { turnSignature } from './action-signature.ts';
import { type Trace, trainingMessages } from './trace.ts';
import type { StateRow, TeacherCall } from './training-row.ts';

interface State {
  readonly row: Omit<StateRow, 'teacher_actions'>;
  readonly actions: Map<string, readonly TeacherCall[]>;
}

/**
 * Every state that a teacher passed on its way to a success, with all actions that teachers took next. Two teachers
 * are in the same state if they made the same calls, because the market's results depend on nothing else.
 */
export function stateRows(successes: readonly Trace[], most: number, seed: number): readonly StateRow[] {
  const states = new Map<string, State>();
  for (const { id, problem_id, messages, tools } of successes) {
    let history = problem_id;
    for (const [place, message] of messages.entries()) {
      if (message.role !== 'assistant') continue;
      const calls = message.tool_calls ?? [];
      if (calls.length === 0) break;
      const known = states.get(history);
      const prompt = trainingMessages(messages.slice(0, place));
      const row = { id: `${id}:${place}`, problem_id, split: 'train' as const, prompt, tools };
      const state = known ?? { row, actions: new Map() };
      const done = turnSignature(calls);
      if (!state.actions.has(done))
        state.actions.set(
          done,
          calls.map((call) => ({ name: call.function.name, arguments: call.function.arguments })),
        );
      states.set(history, state);
      history = `${history}\n${done}`;
    }
  }
  return new Random(seed)
    .sample([...states.values()], most)
    .map(({ row, actions }) => ({ ...row, teacher_actions: [...actions.values()] }));
}
