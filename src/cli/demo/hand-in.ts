import type { z } from 'zod';
import { refusalDetailsSchema, submissionAnswerSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { formWith, submissionKey } from '../commands/submit/send.ts';
import { agentOf, type Contestant, type DemoModels } from './people.ts';
import { register } from './staff-arena.ts';

/** What became of an agent that was handed in. */
export interface Handed {
  readonly contestant: Contestant;
  readonly client: ArenaClient;
  readonly hotkey: string;
  /** Of one that was let in. */
  readonly versionId: string | null;
  /** Why another was not. */
  readonly findings: z.output<typeof refusalDetailsSchema>['violations'];
}

/** Hands an agent in as its contestant. A second time, after an interruption for example, nothing is counted twice. */
export async function handIn(contestant: Contestant, client: ArenaClient, models: DemoModels): Promise<Handed> {
  const hotkey = client.hotkey!.address;
  const agent = agentOf(contestant, models);
  await register(client);
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
