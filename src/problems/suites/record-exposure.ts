import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import { assertBankExists } from './existing-bank.ts';
import { assertKnown } from './known-problems.ts';
import { assertServable } from './servable.ts';

export interface RecordExposureOptions {
  readonly folder: string;
  readonly race: string;
  readonly problemIds: readonly string[];
  readonly agentVersion: string;
  readonly validator: string;
  readonly now: () => Date;
}

/** Enters in the ledger that an agent has seen problems; to be called before they are sent, so that none goes unnoted. */
export async function recordExposure(options: RecordExposureOptions): Promise<void> {
  const { folder, race, problemIds, agentVersion, validator, now } = options;
  assertBankName('race', race);
  assertBankExists(folder);
  await changeBank(folder, now, async ({ state }) => {
    assertServable(problemIds, state);
    assertKnown(problemIds, state);
    return {
      events: [{ kind: 'exposed', race, problem_ids: problemIds, agent_version: agentVersion, validator }],
      result: undefined,
    };
  });
}
