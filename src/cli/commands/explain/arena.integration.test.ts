import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeKeyDocument } from '../../../identity/key-document.ts';
import { placeKeyFile } from '../../../identity/wallet.ts';
import { sha256 } from '../../../store/sha256.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';
import { SampleContest } from '../../testing/sample-contest.ts';

/**
 * Requests a model that is not offered. Recommends the first product for a voucher problem, and fails in line 13
 * otherwise.
 */
const AGENT = `import assay
from src.agent.proxy_client import ProxyClient


def agent_main(problem_data):
    query = problem_data["query"]
    body = {"model": "Qwen/Qwen3-32B-TEE", "messages": [{"role": "user", "content": query}]}
    ProxyClient(max_retries=1).post("/inference/chat/completions", json_data=body)
    dialogue = assay.Dialogue(query)
    found = assay.tools.execute("find_product", {"q": query[:60], "page": 1})
    dialogue.add(think="A look around.", tool_calls=[found])
    if "voucher" not in query:
        {}["price"]
    chosen = assay.tools.execute("recommend_product", {"product_ids": str(found["result"][0]["product_id"])})
    dialogue.add(think="The first will do.", tool_calls=[chosen])
    return dialogue.steps
`;
const RAISING_LINE = 13;

const PASSPHRASE = 'for this test only';
const SUBMIT = ['submit', 'mistaken.py', '--name', 'mistaken'];

let contest: SampleContest;
let version: string;
let raised: number;
const runner = new AssayRunner();

beforeAll(async () => {
  contest = await SampleContest.open({ problems: 3, queue: { requiredSuccesses: 1, leaseSeconds: 60 } });
  await contest.register('one', 'miner', 'miner-two');
  for (const name of ['miner', 'miner-two']) keepKey(name);
  keepKey('miner', 'locked', PASSPHRASE);
  writeFileSync(join(contest.folder, 'mistaken.py'), AGENT);
  version = JSON.parse((await assay([...SUBMIT, '--json'])).output).agent_version_id;
  await contest.arena.arena.database.withTransaction(async (transaction) => {
    await transaction.updateTable('suites').set({ is_public: true }).execute();
  });
  const validator = await contest.validator('one', { once: true });
  validator.start();
  await validator.ended;
  raised = contest.problems.filter(({ query }) => !query.includes('voucher')).length;
}, scaled(120_000));
afterAll(() => contest.close());

function keepKey(name: string, wallet = name, passphrase?: string): void {
  const path = join(contest.folder, 'wallets', wallet, 'hotkeys', 'default');
  placeKeyFile(path, writeKeyDocument(Buffer.from(sha256(`contest ${name}`), 'hex'), passphrase));
}

async function assay(words: readonly string[], who = 'miner'): Promise<Ran> {
  const whose = ['--arena-url', contest.url, '--wallets', join(contest.folder, 'wallets'), '--wallet', who];
  return await runner.run([...words, ...whose], { cwd: contest.folder });
}

/** As the contestant, whose key is encrypted here. In a session of its own, a process cannot ask on a terminal. */
async function assayWithoutTerminal(words: readonly string[]): Promise<Ran> {
  const whose = ['--arena-url', contest.url, '--wallets', join(contest.folder, 'wallets'), '--wallet', 'locked'];
  const env = { ...process.env, PASSPHRASE };
  const program = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
  const child = spawn(process.execPath, [program, ...words, ...whose], { cwd: contest.folder, env, detached: true });
  const [output, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output, error };
}

describe('why an agent failed', { timeout: scaled(60_000) }, () => {
  it('assay status shows why an agent failed, by the first digits of its version id', async () => {
    const { code, output } = await assay(['status', version.slice(0, 8)]);
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(`^ +${raised} +agent +AGENT_RAISED +KeyError: 'price' +${RAISING_LINE} +[0-9a-f]{8}$`, 'm'),
    );
    expect(output).toMatch(/refused model calls[\s\S]* asked for Qwen\/Qwen3-32B-TEE; allowed: house\//);
    expect(output).toContain(`${contest.url}/agents/${version}`);
    expect(output).toContain(`assay explain ${version.slice(0, 8)}`);
    const { attempts } = JSON.parse((await assay(['status', version, '--json'])).output);
    expect(attempts).toMatchObject({ attempts: contest.problems.length });
    expect(attempts.refused_model_calls).toEqual([{ reason: expect.any(String), count: contest.problems.length }]);
  });

  it('assay explain shows why an agent failed, problem by problem, without the answer key', async () => {
    const { code, output, error } = await assay(['explain', version.slice(0, 8), '--limit', '500']);
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(output).toContain(`agent_main raised KeyError: 'price' (line ${RAISING_LINE})`);
    expect(output).toMatch(/^field +wanted +got +score$|^item +field +wanted +got +score$/m);
    expect(output).toContain(`${contest.url}/attempts/`);
    expect(output).toMatch(/^agency +\w+: /m);
    expect(output).toMatch(/^judge +0\.\d before the cap by who decides: /m);
    const keys = contest.problems.flatMap(({ targets }) => targets.map(({ productId }) => productId));
    const shown = new Set(output.match(/\b\d{6,}\b/g));
    expect(keys.filter((key) => shown.has(key))).toEqual([]);
  });

  it('assay explain finds one attempt by the first digits of its id, and by run and problem', async () => {
    const { attempts } = JSON.parse((await assay(['status', version, '--json'])).output);
    const { example } = attempts.failures.find(({ code }: { code: string }) => code === 'AGENT_RAISED');
    const one = await assay(['explain', example.attempt_id.slice(0, 8)]);
    expect(one.code).toBe(0);
    expect(one.output).toMatch(/exception +KeyError: 'price'/);
    expect(one.output).toMatch(new RegExp(`line of the agent +${RAISING_LINE}`));
    expect(one.output).toContain('asked for Qwen/Qwen3-32B-TEE');
    const pair = `${example.eval_run_id}/${example.problem_id}`;
    expect((await assay(['explain', pair])).output).toBe(one.output);
    const { page } = JSON.parse((await assay(['explain', pair, '--json'])).output);
    expect(page.problem.constraints).toBeNull();
  });

  it('only the owner sees why an agent failed', async () => {
    const stranger = await assay(['explain', version], 'miner-two');
    expect(stranger.code).toBe(0);
    expect(stranger.output).not.toMatch(/KeyError|line 13|Qwen/);
    const { attempts } = JSON.parse((await assay(['status', version, '--json'])).output);
    const id = attempts.failures[0].example.attempt_id;
    const unknown = await assay(['explain', id.slice(0, 8)], 'miner-two');
    expect(unknown.code).toBe(2);
    expect(unknown.error).toMatch(/no attempt \w+ in .*has no version and no attempt of yours with this id either/);
  });

  it('an encrypted key that cannot be unlocked shows public data, and what signing in adds', async () => {
    const locked = await assayWithoutTerminal(['explain', version.slice(0, 8)]);
    expect(locked.code).toBe(0);
    expect(locked.output).toMatch(/^mistaken, version 1 /);
    expect(locked.output).not.toContain('KeyError');
    expect(locked.error).toMatch(/public data only: your key is encrypted.*exceptions, lines of your file/);
    const { attempts } = JSON.parse((await assay(['status', version, '--json'])).output);
    const attempt = attempts.failures[0].example.attempt_id.slice(0, 8);
    const hidden = await assayWithoutTerminal(['explain', attempt]);
    expect(hidden.code).toBe(2);
    expect(hidden.error).toMatch(/has no version with this id either.*you are not signed in/);
    const unlocked = await assayWithoutTerminal(['explain', version.slice(0, 8), '--passphrase-env', 'PASSPHRASE']);
    expect(unlocked.output).toContain("KeyError: 'price'");
    expect((await assayWithoutTerminal(['status', version.slice(0, 8)])).output).toMatch(/^score +0\.0000/m);
  });

  it('submit --wait prints why an agent failed', async () => {
    // The same file under the same name is the same submission, which already has its score.
    const waited = await assay([...SUBMIT, '--wait']);
    expect(waited.output).toMatch(/AGENT_RAISED +KeyError: 'price' +13 /);
  });
});
