import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { passSampleDay } from '../sample/sample-day.ts';
import { wordOf } from '../sample/sample-secrets.ts';
import { agentForm, SampleServer } from '../sample/sample-server.ts';

describe('free check of a file', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
    await passSampleDay(server);
  });
  afterAll(async () => await server.close());

  async function codesFor(word: string): Promise<unknown> {
    const texts = [`${word}-0-0`, `${word} lamp 0`, `${word}oak0`, `${word}red`];
    const table = texts.map((text, index) => `    "key ${index}": "${text}",`).join('\n');
    const source = `TABLE = {\n${table}\n}\n\n\ndef agent_main(problem_data):\n    return [TABLE]\n`;
    const answer = await server.ask({
      as: 'bob',
      method: 'POST',
      target: '/v1/miner/check',
      body: agentForm('any', source),
    });
    expect(answer.status).toBe(200);
    const { verdict, violations } = answer.json as { verdict: string; violations: { code: string; line: number }[] };
    return { verdict, violations: violations.map(({ code, line }) => ({ code, line })) };
  }

  it('a free check of a file gives the same findings for answers as for any other words', async () => {
    const any = await codesFor('zqnobodysanswer');
    for (const name of ['answers of the public suite', 'answers of the sealed suite', 'answers of the race'] as const) {
      expect(await codesFor(wordOf(name)), name).toEqual(any);
    }
  });
});
