import type { z } from 'zod';
import { refusalDetailsSchema, submissionAnswerSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { formWith, submissionKey } from '../commands/submit/send.ts';
import { agentOf, type Contestant, type DemoModels } from './participants.ts';
import { register, setDisplayName } from './register-validators.ts';

/** Result of a submission. */
export interface SubmittedContestant {
  readonly contestant: Contestant;
  readonly client: ArenaClient;
  readonly hotkey: string;
  /** Id of an accepted version. */
  readonly versionId: string | null;
  /** Why it was rejected. */
  readonly findings: z.output<typeof refusalDetailsSchema>['violations'];
}

/** Submits an agent as its contestant. A repetition, for example after an interruption, is not counted twice. */
export async function submitContestant(
  contestant: Contestant,
  client: ArenaClient,
  models: DemoModels,
): Promise<SubmittedContestant> {
  const hotkey = client.hotkey!.address;
  const agent = agentOf(contestant, models);
  await register(client);
  await setDisplayName(client, contestant.person);
  try {
    const { agent_version_id } = await client.ask({
      method: 'POST',
      path: '/v1/miner/submit',
      body: formWith(agent, contestant.name, contestant.licence),
      headers: { 'idempotency-key': submissionKey(hotkey, contestant.name, agent.source, contestant.licence) },
      answer: submissionAnswerSchema,
      signed: true,
    });
    return { contestant, client, hotkey, versionId: agent_version_id, findings: [] };
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'CODE_ANALYSIS_ERROR') throw error;
    const { violations } = refusalDetailsSchema.parse(error.extra);
    return { contestant, client, hotkey, versionId: null, findings: violations };
  }
}
