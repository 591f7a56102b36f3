import { describe, expect, it } from 'vitest';
import { readMessage } from '../../chat/read-message.ts';
import { FOUR_TOOLS, SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import fixture from './cases.json' with { type: 'json' };
import type { SameTarget } from './match-calls.ts';
import { stepReward } from './step-reward.ts';
import type { TeacherCall } from './teacher-call.ts';

interface RewardCase {
  readonly name: string;
  readonly harness: number;
  readonly state: string;
  readonly completion: { readonly content: string; readonly tool_calls: readonly unknown[] };
  readonly teacher_actions?: readonly (readonly TeacherCall[])[];
  readonly teacher_pool?: readonly TeacherCall[];
  /** Queries that return the target product. */
  readonly retrieved?: readonly string[];
  readonly expected: {
    readonly reward: number;
    readonly parts: Readonly<Record<string, number>>;
    readonly matched: number | null;
    readonly used?: readonly number[];
  };
}

const STATES = fixture.states as Readonly<Record<string, readonly unknown[]>>;
const CASES = fixture.cases as readonly RewardCase[];

describe('the cases of the step reward', () => {
  it('the step-reward cases are numerous enough and have unique names', () => {
    expect(CASES.length).toBeGreaterThan(200);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  });

  it.each(CASES.map((each) => [each.name, each] as const))(
    'the step reward matches the shared case: %s',
    async (_, given) => {
      const { harness, state, completion, teacher_actions, teacher_pool, retrieved, expected } = given;
      const shows: SameTarget = async (asked, teacher) =>
        [asked, teacher].every((call) => retrieved!.includes(String(call.arguments!.q)));
      const reward = await stepReward(
        {
          prompt: STATES[state]!.map(readMessage),
          answer: readMessage(completion),
          teaching:
            teacher_pool === undefined
              ? { kind: 'actions', actions: teacher_actions! }
              : { kind: 'pool', calls: teacher_pool },
        },
        { tools: harness === 4 ? FOUR_TOOLS : SEVEN_TOOLS, sameTarget: retrieved && shows },
      );
      expect(reward).toEqual({ used: [], ...expected });
    },
  );
});
