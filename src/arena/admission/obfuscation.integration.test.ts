import { beforeAll, describe, expect, it } from 'vitest';
import { BENIGN, OBFUSCATED, withMain } from '../testing/obfuscation-samples.ts';
import { analyseAgent } from './analyse-agent.ts';
import { ProcessFactsReader } from './process-facts-reader.ts';

let reader: ProcessFactsReader;
beforeAll(async () => {
  reader = await ProcessFactsReader.find();
});

describe('obfuscation', () => {
  it.each(OBFUSCATED)('rejects obfuscation: $name', async ({ source, expected }) => {
    const { verdict, findings } = await analyseAgent(withMain(source), { reader });
    const codes = findings.map(({ code }) => code);
    for (const code of expected) expect(codes).toContain(code);
    expect(verdict).toBe('rejected');
    for (const { line, column, message, why, fix } of findings) {
      expect(line).toBeGreaterThan(0);
      expect(column).toBeGreaterThan(0);
      expect([message, why, fix].every((text) => text.length > 0)).toBe(true);
    }
  });

  it('there are more than forty kinds of obfuscation', () => {
    expect(OBFUSCATED.length).toBeGreaterThan(40);
    expect(BENIGN.length).toBeGreaterThan(10);
  });
});

describe('code that only looks obfuscated', () => {
  it.each(BENIGN)('accepts code that only looks obfuscated: $name', async ({ source }) => {
    const { verdict, findings } = await analyseAgent(withMain(source), { reader });
    expect(findings).toEqual([]);
    expect(verdict).toBe('accepted');
  });
});
