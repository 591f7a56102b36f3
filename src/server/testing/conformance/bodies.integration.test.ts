import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { passSampleDay, type SampleDay } from '../sample/sample-day.ts';
import { markedProblems } from '../sample/sample-problems.ts';
import { agentForm, SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Person } from '../sample/sample-wallets.ts';
import type { Answered } from '../sample/send-request.ts';

const BEYOND_INTEGERS = [2 ** 31, Number.MAX_SAFE_INTEGER];
const STRANGE_ADDRESSES = ['', 'nonsense', addressOf('bob').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))];

onEveryEngine('request bodies', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
  });
  afterAll(async () => {
    expect(server.defects).toEqual([]);
    await server.close();
  });

  async function post(as: Person, target: string, body?: unknown, headers = {}): Promise<Answered> {
    return await server.ask({ as, method: 'POST', target, headers, body });
  }

  const json = { 'content-type': 'application/json' };

  it('a request body is parsed only after authentication', async () => {
    const target = '/v1/admin/suites';
    const broken = Buffer.from('{"problems":');
    expect((await post('nobody', target, broken, json)).status).toBe(401);
    expect((await post('alice', target, broken, json)).status).toBe(403);
    expect((await post('admin', target, broken, json)).status).toBe(400);
    const large = Buffer.from(`"${'a'.repeat(15_000_000)}"`);
    expect((await post('nobody', target, large, json)).status).toBe(401);
  });

  it('a request body must be JSON with its content type', async () => {
    const target = '/v1/validator/work/claim';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await post('idle', target, Buffer.from('{}'), { 'content-type': type })).status, type).toBe(415);
    }
    expect((await post('idle', target, Buffer.from('{}'))).status).toBe(415);
    expect((await post('outsider', '/v1/auth/challenge', { hotkey: addressOf('alice') }, json)).status).toBe(200);
  });

  it('an empty request body is accepted if it has no fields', async () => {
    const target = `/v1/validator/evaluation-runs/${day.runs.held}/heartbeat`;
    expect((await post('holder', target)).status).toBe(200);
    expect((await post('holder', target, undefined, json)).status).toBe(200);
    expect((await post('holder', target, Buffer.from('null'), json)).status).toBe(200);
    expect((await post('holder', target, Buffer.from('[]'), json)).status).toBe(422);
  });

  it('a request body may be as long as the limit of the route, and no longer', async () => {
    const words = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`word${index}`, 'x'.repeat(10_000)]));
    const problems = day.problems.open.map((problem_id) => ({
      problem_id,
      status: 'RUNNING',
      score_components_summary: words,
    }));
    const progress = `/v1/validator/evaluation-runs/${day.runs.held}/progress`;
    const long = JSON.stringify({ problems });
    expect(long.length).toBeGreaterThan(700_000);
    expect((await post('holder', progress, Buffer.from(long), json)).status).toBe(200);
    const longer = Buffer.from(`{"problems":[],"filler":"${'x'.repeat(5 * 1024 ** 2)}"}`);
    const refused = await post('holder', progress, longer, json);
    expect([refused.status, refused.json]).toMatchObject([413, { error_code: 'FILE_TOO_LARGE' }]);
    expect((await post('alice', '/v1/miner/submit', agentForm('large', 'x'.repeat(1_000_001)))).status).toBe(413);
    expect((await post('alice', '/v1/miner/submit', agentForm('huge', 'x'.repeat(3_000_000)))).status).toBe(413);
  });

  it('an uploaded log is stored unchanged, JSON or not', async () => {
    const log = Buffer.from(`${'['.repeat(200)}"\\ud800"${']'.repeat(200)}${' '.repeat(900_000)}`);
    const asked = await post('holder', '/v1/validator/uploads/presign', {
      eval_run_id: day.runs.held,
      problem_id: day.problems.open[0],
      content_length: log.length,
      content_type: 'application/json',
    });
    const target = new URL((asked.json as { upload_url: string }).upload_url).pathname;
    const put = async (body: Buffer) => await server.ask({ method: 'PUT', target, headers: json, body });
    expect((await put(log.subarray(1))).status).toBe(403);
    for (let count = 0; count < 2; count++) expect((await put(log)).status).toBe(200);
    expect((await put(Buffer.alloc(log.length, 32))).status).toBe(403);
  });

  it('rejects an impossible address in a request', async () => {
    for (const hotkey of STRANGE_ADDRESSES) {
      expect((await post('admin', '/v1/chain/register', { hotkey }, json)).status, hotkey).toBe(422);
      if (hotkey === '') continue;
      for (const act of [`miners/${hotkey}/ban`, `validators/${hotkey}/ban`, `miners/${hotkey}/clear-cooldown`]) {
        expect((await post('admin', `/v1/admin/${act}`, { reason: 'why not' })).status, act).toBe(422);
      }
    }
  });

  it('rejects a number that the database cannot hold', async () => {
    for (const suite_id of BEYOND_INTEGERS) {
      for (const act of ['discard', 'reinstate', 'eliminate', 'reinstate-elimination', 'reevaluate', 'set-top']) {
        const target = `/v1/admin/agent-versions/${day.versions.bobCopy}/${act}`;
        expect((await post('admin', target, { reason: 'why not', suite_id })).status, act).toBe(422);
      }
      expect((await post('admin', `/v1/admin/suites/${suite_id}/activate`)).status).toBe(422);
      expect((await server.ask({ target: `/v1/public/suites/${suite_id}/problems` })).status).toBe(422);
    }
  });

  it('rejects a body with a duplicate problem', async () => {
    const [one, other] = markedProblems(2, { prefix: 'twice', question: 'q', answer: 'a' }).map(problemToWire);
    for (const problems of [
      [one, one],
      [one, { ...other, problem_id: one!.problem_id }],
    ]) {
      const refused = await post('admin', '/v1/admin/suites', { problems });
      expect([refused.status, refused.json]).toMatchObject([400, { error_code: 'INPUT_INVALID' }]);
    }
    expect((await post('admin', '/v1/admin/suites', { problems: [one, other] })).status).toBe(201);
  });

  it('rejects a suite of problems without measurements, and names the command that measures', async () => {
    const problems = sampleProblems(2, 'unmeasured').map(problemToWire);
    const refused = await post('admin', '/v1/admin/suites', { problems });
    expect([refused.status, refused.json]).toMatchObject([400, { error_code: 'INPUT_INVALID' }]);
    expect(refused.text).toContain('assay problems measure');
  });
});
