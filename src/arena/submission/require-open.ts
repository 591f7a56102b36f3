import { Fault } from '../../fault/fault.ts';
import type { Reader } from '../../store/database.ts';
import { stopOf } from '../operator/stop-of.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export interface ActiveSuite {
  readonly suite_id: number;
  readonly set_id: string;
}

export interface SubmissionContext {
  readonly hotkey: string;
  readonly requireProvider: boolean;
  readonly now: number;
}

/** The suite that a submission of this contestant is evaluated on; throws if submissions are not possible now. */
export async function requireOpen(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  { hotkey, requireProvider, now }: SubmissionContext,
): Promise<ActiveSuite> {
  const stop = await stopOf(reader, 'submissions', now);
  if (stop !== undefined) {
    const until = stop.releaseAt === null ? null : new Date(stop.releaseAt).toISOString();
    throw new Fault('SUBMISSIONS_PAUSED', {
      message: `The operator has stopped submissions: ${stop.reason}`,
      remedy:
        until === null
          ? 'Try again later. This attempt does not start a cooldown.'
          : `Try again after ${until}. This attempt does not start a cooldown.`,
      extra: { auto_release_at: until },
    });
  }
  const suite = await reader
    .selectFrom('suites')
    .select(['suite_id', 'set_id'])
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (suite === undefined) {
    throw new Fault('NO_ACTIVE_SUITE', {
      message: 'The arena has no active suite, so agents cannot be evaluated.',
      remedy: 'Try again when the operator has activated one. This attempt does not start a cooldown.',
    });
  }
  if (requireProvider && !(await hasProvider(reader, hotkey))) {
    throw new Fault('PROVIDER_NOT_CONNECTED', {
      message: 'You have not connected a provider to pay for your agent’s model calls.',
      remedy: 'Connect one with `assay connect PROVIDER`. This attempt does not start a cooldown.',
    });
  }
  return suite;
}

async function hasProvider(reader: Pick<Reader<ArenaTables>, 'selectFrom'>, hotkey: string): Promise<boolean> {
  const row = await reader
    .selectFrom('inference_credentials')
    .select('provider')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  return row !== undefined;
}
