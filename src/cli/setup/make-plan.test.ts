import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseArenaConfig } from '../../server/start.ts';
import { type ArenaPlan, arenaDocument } from './arena-plan.ts';
import { makePlan } from './make-plan.ts';
import { Questions } from './questions.ts';

const OPERATOR = '5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM';
const PLAN: ArenaPlan = {
  name: 'mine',
  network: 'local',
  submitters: 'everyone',
  validators: 1,
  preset: 'simulated',
  size: 'small',
};

/** Answers each question when it is printed, as a person would. */
function answering(answers: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let asked = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    asked += text;
    if (!text.endsWith(': ')) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  return { questions: new Questions(input, output), asked: () => asked };
}

describe('the plan of an arena', () => {
  it('the plan of an arena has defaults, with a new name each time', async () => {
    const plans = [await makePlan({}, undefined), await makePlan({}, undefined)];
    expect(plans[0]).toMatchObject({
      network: 'local',
      submitters: 'everyone',
      validators: 3,
      preset: 'simulated',
      size: 'full',
    });
    expect(plans[0]!.name).not.toBe(plans[1]!.name);
    expect(await makePlan(PLAN, undefined)).toEqual(PLAN);
  });

  it('the plan asks for missing values, and again after an invalid answer', async () => {
    const { questions, asked } = answering(['two words', 'mine', 'test', 'x', '7', '1', '', 'huge', 'small']);
    expect(await makePlan({}, questions)).toEqual({
      name: 'mine',
      network: 'test',
      netuid: 7,
      submitters: 'everyone',
      validators: 1,
      preset: 'simulated',
      size: 'small',
    });
    expect(asked()).toMatch(/without spaces[\s\S]*whole number up to 65535[\s\S]*one of small, full/);
    expect(asked()).not.toContain('Who may submit');
    questions.close();
  });

  it('the plan does not ask for values given by options', async () => {
    const { questions, asked } = answering([]);
    expect(await makePlan(PLAN, questions)).toEqual(PLAN);
    expect(asked()).toBe('');
    questions.close();
  });

  it('no arena is created when the answers end early', async () => {
    const { questions } = answering(['mine']);
    await expect(makePlan({}, questions)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('the plan rejects options that contradict each other', async () => {
    await expect(makePlan({ network: 'finney' }, undefined)).rejects.toThrow(/needs the number of a subnet/);
    await expect(makePlan({ netuid: 3 }, undefined)).rejects.toThrow(/--netuid needs --network/);
    await expect(makePlan({ network: 'test', netuid: 3, submitters: 'invited' }, undefined)).rejects.toThrow(/subnet/);
    await expect(makePlan({ name: 'a b' }, undefined)).rejects.toThrow(/cannot be the name/);
  });
});

describe('the document of an arena', () => {
  it('the arena document is a configuration with the planned number of validators', () => {
    const config = parseArenaConfig(arenaDocument(PLAN, OPERATOR));
    expect(config).toMatchObject({
      name: 'mine',
      admins: [OPERATOR],
      simulated: true,
      chain: { registration: 'open' },
    });
    expect(config.policy.queue).toMatchObject({ requiredSuccesses: 1, raceRequiredSuccesses: 1 });
    const three = parseArenaConfig(arenaDocument({ ...PLAN, validators: 3, submitters: 'invited' }, OPERATOR));
    expect(three.policy.queue.requiredSuccesses).toBe(3);
    expect(three.chain).toMatchObject({ kind: 'local', registration: 'admin' });
  });

  it.each(['finney', 'test'] as const)('the arena document names the chain of %s', (network) => {
    const { chain } = parseArenaConfig(arenaDocument({ ...PLAN, network, netuid: 7, preset: 'chutes' }, OPERATOR));
    expect(chain).toMatchObject({ kind: 'subtensor', netuid: 7, endpoints: [expect.stringMatching(/^wss:/)] });
  });

  it.each(['small', 'full'] as const)('an arena of size %s has problems for its races and twins', async (size) => {
    const { PLANNED_SIZES } = await import('./arena-plan.ts');
    const { bank, suite, race, restRaces } = PLANNED_SIZES[size];
    expect(bank).toBeGreaterThanOrEqual(race * (restRaces + 1) + suite);
  });
});
