import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialContext } from '../../../arena/credentials/credential-context.ts';
import { submitAgent } from '../../../arena/submission.ts';
import { PROCESS_NAMESPACE } from '../../../store/files.ts';
import { scaled } from '../../../testing/scaled.ts';
import { addressOf, GOOD_AGENT, SampleSite } from '../../testing/sample-site.ts';

let site: SampleSite;
let isRunning = true;
beforeAll(async () => {
  site = await SampleSite.open();
  const { arena, services } = site.started;
  await site.join('alice');
  const submission = { hotkey: addressOf('alice'), agentName: 'sample', file: Buffer.from(GOOD_AGENT) };
  await submitAgent(arena, submission, { analyse: services.analyse });
  for (const validator of ['validator-a', 'validator-b']) await site.validate(validator, () => 5);
  await arena.database.withTransaction(async (transaction) => {
    const sealed = arena.secret.seal('sk-alice', credentialContext(addressOf('alice'), 'payer'));
    const row = { hotkey: addressOf('alice'), provider: 'payer', sealed, is_default: true, updated_at: 1 };
    await transaction.insertInto('inference_credentials').values(row).execute();
  });
}, scaled(60_000));
afterAll(async () => {
  if (isRunning) await site.close();
  else rmSync(site.folder, { recursive: true });
});

const doctor = (...words: string[]) => site.assay(['admin', 'doctor', '--data', 'arena', '--bank', 'bank', ...words]);

describe('an operator', { timeout: scaled(120_000) }, () => {
  it('an operator examines an arena with the doctor, repairs it, and replaces its secret', async () => {
    const sound = await doctor();
    expect(sound.output).toContain('Nothing is wrong.');
    expect(sound).toMatchObject({ code: 0, error: '' });
    expect(sound.output).toMatch(/^ledger +ok +events: \d+$/m);
    expect(sound.output).toMatch(/^stuck +ok +races and audits [^\n]*: 0$/m);

    const [folder] = readdirSync(join(site.folder, 'arena', 'blobs'));
    const leftover = join(site.folder, 'arena', 'blobs', folder!, `.x.aside-${PROCESS_NAMESPACE}-4194305-00000000`);
    writeFileSync(leftover, 'half');
    const found = await doctor();
    expect(found.code).toBe(1);
    expect(found.output).toMatch(/^files\n {2}.*aside-.*: An interrupted write[^\n]*\n {4}Fault: platform\. Run/m);
    expect(found.output).toContain('1 finding.');
    const document = JSON.parse((await doctor('--repair', '--json')).output);
    expect(document).toMatchObject({
      sound: true,
      repaired: [{ check: 'files', what: expect.stringMatching(/^Deleted 1/) }],
    });

    const reason = ['--why', 'It was in a chat.'];
    const refused = await site.assay(['admin', 'rotate-secret', '--data', 'arena', ...reason]);
    expect(refused).toMatchObject({ code: 2, output: '', error: expect.stringContaining('A server is running') });
    await site.started.stop();
    isRunning = false;
    const path = join(site.folder, 'arena', 'secret.key');
    const old = readFileSync(path, 'utf8');
    const rotated = await site.assay(['admin', 'rotate-secret', '--data', 'arena', ...reason]);
    expect(rotated.output).toMatch(
      /^The secret of the arena is now [0-9a-f]{16}\.\nRe-encrypted: 1 credential and 0 webhooks\.\n/,
    );
    expect(rotated).toMatchObject({ code: 0, error: '' });
    const fresh = readFileSync(path, 'utf8');
    expect(fresh).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated.output).not.toContain(fresh);
    expect(await doctor()).toMatchObject({ code: 0 });
    const before = await site.assay(['admin', 'doctor', '--data', 'arena', '--bank', 'bank'], { ASSAY_SECRET: old });
    expect(before.output).toContain('No secret of this arena decrypts it');
    expect(before.code).toBe(1);
    const nowhere = await site.assay(['admin', 'doctor', '--data', 'nowhere']);
    expect(nowhere).toMatchObject({ code: 2, error: expect.stringContaining('There is no arena in') });
  });
});
