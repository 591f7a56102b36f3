import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawMargins, drawShares, tabulateSchedule } from './draw-schedule.ts';
import { DEFAULT_EMISSION_POLICY } from './emission-policy.ts';

const PAGE = readFileSync(new URL('../../../docs/emission.md', import.meta.url), 'utf8');

describe('docs/emission.md', () => {
  it('shows the schedule that the code computes', () => {
    expect(PAGE).toContain(tabulateSchedule());
    expect(PAGE).toContain(`\`\`\`mermaid\n${drawShares()}\n\`\`\``);
    expect(PAGE).toContain(`\`\`\`mermaid\n${drawMargins()}\n\`\`\``);
  });

  it('names every setting with its default', () => {
    for (const [name, value] of Object.entries(DEFAULT_EMISSION_POLICY)) {
      expect(PAGE).toContain(`| \`${name}\` | ${typeof value === 'string' ? `\`${value}\`` : value} |`);
    }
  });
});
