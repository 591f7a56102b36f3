import { Random } from '../../../random/random.ts';

/** Three coding styles, so that an agent is not taken for a copy of another. */
const STATEMENTS: readonly (readonly string[])[] = [
  ['a = b + a', 'if a > b: b = a - 1', 'for c in range(b): a += c', 'while b < 3: b += 1', 'a = [c for c in range(b)]'],
  ['b = len(str(a))', 'a, b = b, a', 'b = a if b else 4', 'a = max(a, b)', 'b = {"a": a, "b": b}["a"]'],
  ['a = (lambda c: c * 2)(b)', 'b = sum([a, b, 1])', 'assert a != b', 'a = not b', 'a -= b ** 2 // 3'],
];

/** An agent whose structure depends on its number, with a unique word in it. */
export function markedAgent(word: string, number: number): string {
  const random = new Random(number);
  const hand = STATEMENTS[number % STATEMENTS.length]!;
  const steps = Array.from({ length: 25 }, (_, step) => {
    const lines = Array.from({ length: 6 }, () => `    ${random.pick(hand)}`);
    return `def step_${step}(a, b):\n${lines.join('\n')}\n    return a  # ${word}\n`;
  });
  return `${steps.join('\n\n')}\n\ndef agent_main(problem_data):\n    plan = "${word}"\n    return [{"plan": plan}]\n`;
}

/** An agent without findings, and too short to be similar to another. */
export function plainAgent(number: number): string {
  return `def agent_main(problem_data):\n    return [{"plan": ${number}}]\n`;
}

/** An agent with an admission finding that contains the word: it has a possible answer. */
export function flaggedAgent(word: string): string {
  return `def agent_main(problem_data):\n    return ["${word}0123456789012345"]\n`;
}

/** An agent that is rejected, with the word in its finding. */
export function refusedAgent(word: string): string {
  return `def agent_main(problem_data):\n    return getattr(problem_data, "${word}" + "x")()\n`;
}
