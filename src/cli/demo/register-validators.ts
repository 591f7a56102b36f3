import { z } from 'zod';
import { registrationSchema } from '../../arena/wire.ts';
import { ownProfileSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { STAKES } from './demo-settings.ts';
import type { Participants } from './participants.ts';
import type { PublicApi } from './public-api.ts';

const SUITE_NAME = 'public exam';
const createdSchema = z.object({ suite_id: z.int() });

/** Registers on the arena's chain; a registered hotkey keeps its uid. */
export async function register(client: ArenaClient, body: object = {}): Promise<void> {
  const request = { method: 'POST', path: '/v1/chain/register', signed: true, repeatable: true } as const;
  await client.ask({ ...request, body, answer: registrationSchema });
}

/** Sets the display name of a registered hotkey; setting the same one again changes nothing. */
export async function setDisplayName(client: ArenaClient, name: string): Promise<void> {
  const profile = { method: 'PUT', path: '/v1/profile', body: { name, link: null }, signed: true } as const;
  await client.ask({ ...profile, answer: ownProfileSchema, repeatable: true });
}

/** The operator registers the validators with their stake, and each sets its display name. */
export async function giveStakes(people: Participants, url: string): Promise<void> {
  const operator = people.client('operator', url);
  for (const [name, stake_tao] of Object.entries(STAKES)) {
    await register(operator, { hotkey: people.hotkey(name).address, stake_tao });
    await setDisplayName(people.client(name, url), name);
  }
}

/** Makes the public problems the active suite, once. */
export async function setSuite(api: PublicApi, operator: ArenaClient, problems: readonly Problem[]): Promise<void> {
  const before = (await api.suites()).find(({ name }) => name === SUITE_NAME);
  if (before?.is_active) return;
  const act = { method: 'POST', signed: true } as const;
  const body = { name: SUITE_NAME, problems: problems.map(problemToWire), is_public: true };
  const suite = before ?? (await operator.ask({ ...act, path: '/v1/admin/suites', body, answer: createdSchema }));
  await operator.ask({ ...act, path: `/v1/admin/suites/${suite.suite_id}/activate`, answer: createdSchema });
}
