import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareChallengers } from './compare-challengers.ts';
import { DEFAULT_RACE_POLICY } from './race-policy.ts';
import { RACE_STATES, raceStatusOf } from './race-state.ts';
import { RACE_TRANSITIONS } from './race-transitions.ts';

const PAGE = readFileSync(new URL('../../../docs/race.md', import.meta.url), 'utf8');

describe('docs/race.md', () => {
  it('docs/race.md draws the transitions of the code', () => {
    const diagram = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(PAGE)![1]!;
    const drawn = Array.from(diagram.matchAll(/^ +(\w+) --> (\w+): ([\w-]+)$/gm), ([, from, to, event]) => ({
      from,
      event,
      to,
    }));
    expect(drawn).toEqual(RACE_TRANSITIONS);
    expect(diagram.trim().split('\n')).toHaveLength(RACE_TRANSITIONS.length + 1);
  });

  it('docs/race.md shows the public word for each state', () => {
    for (const state of RACE_STATES) expect(PAGE).toContain(`| \`${state}\` | \`${raceStatusOf(state)}\` |`);
  });

  it('docs/race.md names every setting with its default', () => {
    for (const [name, value] of Object.entries(DEFAULT_RACE_POLICY)) {
      expect(PAGE).toContain(`| \`${name}\` | ${typeof value === 'string' ? `\`${value}\`` : value} |`);
    }
  });

  it('docs/race.md quotes a remark as the code words it', () => {
    const problems = Array.from({ length: 90 }, (_, index) => `problem-${index}`);
    const won = new Map(problems.map((problem, index) => [problem, index < 9 ? 1 : 0]));
    const lost = new Map(problems.map((problem, index) => [problem, index === 9 ? 1 : 0]));
    const others = Array.from({ length: 9 }, (_, index) => [`other-${index}`, lost] as const);
    const [first] = compareChallengers(new Map([['winner', won], ...others]), lost, 1);
    expect(PAGE).toContain(`    ${first!.remark}\n`);
  });
});
