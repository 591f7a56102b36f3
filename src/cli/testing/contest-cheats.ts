import { readdirSync, readFileSync } from 'node:fs';
import type { Problem } from '../../problems/problem.ts';

const FOLDER = new URL('../../../agents/hostile/contest/', import.meta.url);
const TABLE = /^TABLE = \{\}$/m;

/** An agent that tries to break the contest, with the outcome that its file declares. */
export interface ContestCheat {
  readonly name: string;
  readonly source: string;
  readonly kind: string;
  /** Result of admission: `accepted`, the code of a finding, or `any`. */
  readonly check: string;
  /** Fault codes with which an attempt may end; `none` for success. */
  readonly ends: readonly string[];
  /** Who may own its faults. */
  readonly owner: string;
  /** Whether the agent reports that it learned something it should not. */
  readonly sees: 'nothing' | 'something';
  readonly solved: 'none' | 'all' | 'any';
  readonly problems: number;
  /** `attempts`, `judged` by a panel, or `contest`, a whole run in an arena. */
  readonly way: string;
}

/** The agents of agents/hostile/contest; tables of answers are filled in for these problems. */
export function contestCheats(problems: readonly Problem[]): readonly ContestCheat[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      const field = (key: string, fallback: string) =>
        new RegExp(`^# ${key}: (.+)$`, 'm').exec(text)?.[1]?.trim() ?? fallback;
      return {
        name: file.slice(0, -'.py'.length),
        source: text.replace(TABLE, `TABLE = {${rowsOf(problems)}}`),
        kind: field('kind', ''),
        check: field('check', ''),
        ends: field('ends', '').split(' or '),
        owner: field('owner', 'agent'),
        sees: field('sees', 'nothing') as ContestCheat['sees'],
        solved: field('solved', '') as ContestCheat['solved'],
        problems: Number(field('problems', '2')),
        way: field('way', 'attempts'),
      };
    });
}

function rowsOf(problems: readonly Problem[]): string {
  return problems
    .map(({ query, targets }) => `${foldOf(query)}: [${targets.map(({ productId }) => productId).join(', ')}]`)
    .join(', ');
}

/** Computed as in the agents, over code points. */
function foldOf(text: string): number {
  return Array.from(text).reduce((value, letter) => (value * 131 + letter.codePointAt(0)!) % 1_000_003, 7);
}
