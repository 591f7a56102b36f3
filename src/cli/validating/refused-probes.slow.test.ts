import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteCredential, storeCredential } from '../../arena/credentials.ts';
import { scaled } from '../../testing/scaled.ts';
import { openModels } from '../../validator/open-models.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';
import { type SampleModels, startSampleModels } from '../testing/sample-models.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';

const PROBLEMS = 7;
const ACCOUNT = { hotkey: walletOf('miner').address, provider: 'chutes' };
const COMPLETION = JSON.stringify({
  model: 'some/model',
  choices: [{ message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
});

let answered = 0;
let models: SampleModels;
let contest: SampleContest;
beforeAll(async () => {
  // Answers the model probe and one call per problem; the next call is the one of the probe attempt.
  models = await startSampleModels(async () =>
    ++answered <= 1 + PROBLEMS ? COMPLETION : { status: 401, body: '{"error":{"message":"revoked"}}' },
  );
  contest = await SampleContest.open({
    problems: PROBLEMS,
    config: { providers: { chutes: { baseUrl: models.baseUrl, probePath: '/key' } }, models: ['some/model'] },
  });
  await contest.register('one', 'two');
});
afterEach(() => contest.tidy());
afterAll(async () => {
  await contest.close();
  await models.close();
});

async function probed(validator: 'one' | 'two', version: string, own: boolean) {
  answered = 0;
  contest.log.length = 0;
  const opened = await openModels({ model: 'some/model', baseUrl: models.baseUrl, apiKeyEnv: 'ASSAY_NO_KEY' });
  const examination = { endpoint: { attempts: 1 }, ...(own && { models: opened }) };
  const running = await contest.validator(validator, { once: true, examination });
  running.start();
  await running.ended;
  const [run] = await contest.runsOf(version);
  expect(run).toMatchObject({ status: 'SUCCESS' });
  return contest.log.filter(({ message }) => message.includes('probe attempts'));
}

describe('a key that is revoked during probe attempts', () => {
  it('a validator says that its own key was refused, and what to do', { timeout: scaled(90_000) }, async () => {
    const { arena, services } = contest.arena;
    await deleteCredential(arena, services.providers, ACCOUNT);
    const version = await contest.submit('ours', singleSearchAgent({ asks: true }));
    expect(await probed('one', version, true)).toMatchObject([
      {
        level: 'warn',
        message: expect.stringMatching(/^1 of 1 probe attempts of a run failed.*Check the key.*your model endpoint/),
        fields: { fault: 'INFERENCE_FAILED', detail: expect.stringContaining('refused our key with 401') },
      },
    ]);
  });

  it('a validator says that the key of a contestant was refused', { timeout: scaled(90_000) }, async () => {
    const { arena, services } = contest.arena;
    await storeCredential(arena, services.providers, { ...ACCOUNT, credential: 'sk-of-the-contestant' });
    const version = await contest.submit('theirs', singleSearchAgent({ asks: true }));
    expect(await probed('two', version, false)).toMatchObject([
      {
        level: 'warn',
        message: expect.stringMatching(/^1 of 1 probe attempts of a run failed.*The contestant must connect/),
        fields: { fault: 'CREDENTIAL_REFUSED', detail: expect.stringContaining('401') },
      },
    ]);
  });
});
