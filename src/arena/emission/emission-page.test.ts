import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCAL_CHAIN_RULES } from '../../chain/local/local-chain-rules.ts';
import { drawMargins, drawShares, tabulateSchedule, tabulateShapes } from '../testing/draw-schedule.ts';
import { DEFAULT_EMISSION_POLICY } from './emission-policy.ts';
import { splitShares } from './split-shares.ts';

const PAGE = readFileSync(new URL('../../../docs/emission.md', import.meta.url), 'utf8');

/** The rows of numbers below the heading line of a table. */
function tableUnder(heading: string): number[][] {
  const [, rows] = PAGE.split(`${heading}\n`);
  const lines = rows!.split('\n').slice(1);
  return lines.slice(0, lines.indexOf('')).map((line) => line.split('|').slice(1, -1).map(Number));
}

describe('docs/emission.md', () => {
  it('docs/emission.md shows the schedule that the code computes', () => {
    expect(PAGE).toContain(tabulateSchedule());
    expect(PAGE).toContain(tabulateShapes());
    expect(PAGE).toContain(`\`\`\`mermaid\n${drawShares()}\n\`\`\``);
    expect(PAGE).toContain(`\`\`\`mermaid\n${drawMargins()}\n\`\`\``);
  });

  it('docs/emission.md names every setting with its default', () => {
    for (const [name, value] of Object.entries(DEFAULT_EMISSION_POLICY)) {
      expect(PAGE).toContain(`| \`${name}\` | ${typeof value === 'string' ? `\`${value}\`` : value} |`);
    }
    const { yuma: _, ...ledger } = DEFAULT_LOCAL_CHAIN_RULES;
    for (const [name, value] of Object.entries(ledger)) expect(PAGE).toContain(`| \`${name}\` | ${value} |`);
  });

  it('docs/emission.md shows weights that the code computes', () => {
    const alone = tableUnder('| share | champion | burn |');
    expect(alone).toHaveLength(4);
    for (const [share, top, burn] of alone) expect(splitShares(share!, [])).toEqual({ top, burn, tail: [] });
    const half = tableUnder('| finishers | share | champion | burn | tail, together |');
    expect(half).toHaveLength(6);
    for (const [finishers, share, top, burn, together] of half) {
      const paid = Math.floor(finishers! / 2) - 1;
      const split = splitShares(
        share!,
        Array.from({ length: paid }, (_, index) => paid - index),
      );
      expect([split.top, split.burn, split.tail.reduce((sum, each) => sum + each, 0)]).toEqual([top, burn, together]);
    }
  });
});
