import { describe, expect, it } from 'vitest';
import { readRuleReport } from './read-rule-report.ts';

const TOKEN = 'a1b2c3';
const fact = '{"event":"os.system","detail":"id","line":4}';
const read = (text: string) => {
  const { answer, rules } = readRuleReport(Buffer.from(text), TOKEN);
  return { answer: Buffer.from(answer).toString(), ...rules };
};

describe('readRuleReport', () => {
  it('separates events, totals and answer of a rule report', () => {
    const totals = '{"refused":1,"noted":1,"events":{"import":12,"open":3},"modules":["json"]}';
    const text = `${TOKEN} refused ${fact}\n${TOKEN} noted ${fact}\n${TOKEN} finished ${totals}\n{"answer":[]}`;
    expect(read(text)).toEqual({
      answer: '{"answer":[]}',
      events: [
        { event: 'os.system', detail: 'id', line: 4, refused: true },
        { event: 'os.system', detail: 'id', line: 4, refused: false },
      ],
      refused: 1,
      noted: 1,
      tampered: false,
      counts: { import: 12, open: 3 },
      modules: ['json'],
    });
  });

  it('detects rule events that did not arrive', () => {
    const text = `${TOKEN} finished {"refused":1,"noted":0}\n{"answer":[]}`;
    expect(read(text)).toMatchObject({ answer: '{"answer":[]}', refused: 1, tampered: true });
  });

  it('rejects an answer without the token', () => {
    expect(read('{"answer":[1]}')).toMatchObject({ answer: '', tampered: true });
    expect(read(`${TOKEN} refused ${fact}\n{"answer":[1]}`)).toMatchObject({ answer: '', refused: 1, tampered: true });
    expect(read('zzz finished {"refused":0,"noted":0}\n{"answer":[1]}')).toMatchObject({ answer: '', tampered: true });
  });

  it('an empty or truncated rule report is not tampering', () => {
    expect(read('')).toEqual({ answer: '', events: [], refused: 0, noted: 0, tampered: false });
    expect(read(`${TOKEN} refused {"eve`)).toMatchObject({ answer: '', events: [], tampered: false });
  });

  it('reads the rule events of an agent that never returned', () => {
    expect(read(`${TOKEN} refused ${fact}\n`)).toMatchObject({ refused: 1, tampered: false });
  });
});
