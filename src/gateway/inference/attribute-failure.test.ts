import { describe, expect, it } from 'vitest';
import { ModelTraffic } from '../model-traffic.ts';
import { attributeFailure, type FailedCall, type ProbeResult } from './attribute-failure.ts';

const TOLD = 'told/model';
const DEAD: ProbeResult = { answered: false, about: 'service' };
const LIMITED: ProbeResult = { answered: false, about: 'account' };
const WELL: ProbeResult = { answered: true };

interface Case {
  readonly model?: string;
  readonly about?: FailedCall['about'];
  readonly keyOwner?: 'contestant' | 'platform';
  readonly probe?: ProbeResult | Readonly<Record<string, ProbeResult>>;
  /** Whether other agents were answered at the same time, by agent. */
  readonly others?: Readonly<Record<string, boolean>>;
  /** Whether the model answered this agent earlier in the run. */
  readonly answeredBefore?: boolean;
}

async function attribution({ model = TOLD, about = 'service', keyOwner = 'contestant', probe = DEAD, ...rest }: Case) {
  let now = 0;
  const all = new ModelTraffic(() => now);
  const traffic = all.of('endpoint', 'mine');
  if (rest.answeredBefore === true) traffic.note(model, true);
  now = 10;
  for (const [agent, answered] of Object.entries(rest.others ?? {})) all.of('endpoint', agent).note(model, answered);
  const probes = 'answered' in probe ? undefined : (probe as Readonly<Record<string, ProbeResult>>);
  return await attributeFailure(
    { model, about, failedAt: 10 },
    { toldModel: TOLD, keyOwner, traffic, probe: async (asked) => probes?.[asked] ?? (probe as ProbeResult) },
  );
}

describe('blameFailure', () => {
  it.each<[string, Case]>([
    ['the model it was told to use is dead', {}],
    ['a model that it used before is dead', { model: 'other', answeredBefore: true }],
    ['its model and the one it was told to use are dead', { model: 'other' }],
    ['our key is limited', { about: 'account', probe: LIMITED, keyOwner: 'platform' }],
    ['other keys are limited too', { about: 'account', probe: LIMITED, others: { theirs: false } }],
    ['two other agents fail though a short request is answered', { probe: WELL, others: { one: false, two: false } }],
  ])('a failed model call is the platform’s fault when %s', async (_, failed) => {
    expect(await attribution(failed)).toMatchObject({ owner: 'platform', confirmedBy: expect.any(String) });
  });

  it.each<[string, Case]>([
    ['a short request is answered', { probe: WELL }],
    ['the provider never had the model', { model: 'other', probe: { other: DEAD, [TOLD]: WELL } }],
    ['its account never had the model', { model: 'other', about: 'account', probe: { other: LIMITED, [TOLD]: WELL } }],
    ['its account lost the model', { model: 'other', about: 'account', probe: LIMITED, answeredBefore: true }],
    ['only its key is limited', { about: 'account', probe: LIMITED }],
    ['other agents are answered', { others: { theirs: true } }],
    ['one other agent fails, and a short request is answered', { probe: WELL, others: { theirs: false } }],
    [
      'two of three other agents fail, and a short request is answered',
      {
        probe: WELL,
        others: { one: false, two: false, three: true },
      },
    ],
  ])('a failed model call is the agent’s fault when %s', async (_, failed) => {
    expect(await attribution(failed)).toMatchObject({ owner: 'agent' });
  });
});
