import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const LIMIT = 100_000;

function read(text: string): unknown {
  const answer = readAnswer(Buffer.from(text), LIMIT);
  if (answer === null) return null;
  return 'fault' in answer ? answer.fault.code : answer.dialogue;
}

function failing(stage: string, type = 'ValueError'): string {
  return JSON.stringify({ failure: { stage, type, message: 'm', line: 3 } });
}

describe('readAnswer', () => {
  it('reads an answer that is a list of steps', () => {
    expect(read('{"answer":[{"completion":{}}]}')).toEqual([{ completion: {} }]);
    expect(read('{"answer":[]}')).toEqual([]);
  });

  it('returns null for an agent that wrote no answer', () => {
    expect(read('')).toBeNull();
  });

  it.each([
    ['{"answer":{}}', 'ANSWER_NOT_JSON'],
    ['{"answer":[NaN]}', 'ANSWER_NOT_JSON'],
    ['{"answer":[1e999]}', 'ANSWER_NOT_JSON'],
    ['{"answer":[]} {"answer":[]}', 'ANSWER_NOT_JSON'],
    ['{"answer":[]}\0{"answer":[]}', 'ANSWER_NOT_JSON'],
    ['{"answer":["\\ud800"]}', 'ANSWER_NOT_JSON'],
    ['{"answer":[{"__proto__":{}}]}', 'ANSWER_NOT_JSON'],
    ['{"answer":[12345678901234567890]}', 'ANSWER_NOT_JSON'],
    ['{"verdict":"success"}', 'ANSWER_NOT_JSON'],
    [`{"answer":${'['.repeat(70)}${']'.repeat(70)}}`, 'ANSWER_TOO_DEEP'],
    [`{"answer":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, 'ANSWER_TOO_DEEP'],
    [`{"answer":["${'x'.repeat(LIMIT)}"]}`, 'ANSWER_TOO_LARGE'],
  ])('rejects the answer %j', (text, code) => {
    expect(read(text)).toBe(code);
  });

  it('rejects an answer that is not UTF-8', () => {
    expect(readAnswer(Buffer.from([0x22, 0xff, 0x22]), LIMIT)).toMatchObject({ fault: { code: 'ANSWER_NOT_JSON' } });
  });

  it.each([
    ['compile', 'SyntaxError', 'AGENT_NOT_PYTHON'],
    ['import', 'ImportError', 'AGENT_IMPORT_FAILED'],
    ['main', 'NameError', 'AGENT_MAIN_MISSING'],
    ['arity', 'TypeError', 'AGENT_MAIN_ARITY'],
    ['call', 'KeyError', 'AGENT_RAISED'],
    ['call', 'SystemExit', 'AGENT_EXITED'],
    ['call', 'MemoryError', 'AGENT_OUT_OF_MEMORY'],
    ['answer type', 'TypeError', 'ANSWER_NOT_A_LIST'],
    ['answer json', 'ValueError', 'ANSWER_NOT_JSON'],
    ['answer json', 'RecursionError', 'ANSWER_TOO_DEEP'],
    ['a stage the agent made up', 'PlatformError', 'AGENT_IMPORT_FAILED'],
  ])('a failure at %s by %s is the agent’s %s', (stage, type, code) => {
    expect(read(failing(stage, type))).toBe(code);
  });
});
