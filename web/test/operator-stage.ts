import { findSite } from '../../src/server/find-site.ts';
import { passSampleDay, type SampleDay } from '../../src/server/testing/sample/sample-day.ts';
import { SampleServer } from '../../src/server/testing/sample/sample-server.ts';
import { makeSqliteDatabase } from '../../src/store/testing/every-engine.ts';

export interface SampleSite {
  readonly url: string;
  readonly sample: SampleServer;
  close(): Promise<void>;
}

/** A real arena with the dashboard and users, but no runs. Sign-ins are not rate-limited. */
export async function openSampleSite(): Promise<SampleSite> {
  const sample = await SampleServer.open(makeSqliteDatabase);
  const site = await findSite((reason) => {
    throw new Error(reason);
  });
  const server = await sample.openAnother({}, { site });
  return {
    url: server.url,
    sample,
    close: async () => {
      await server.close();
      await sample.close();
    },
  };
}

export interface OperatorStage extends SampleSite {
  readonly day: SampleDay;
}

/** The same in the middle of a day: a race is running, runs are leased, others have failed in every way. */
export async function openOperatorStage(): Promise<OperatorStage> {
  const site = await openSampleSite();
  return { ...site, day: await passSampleDay(site.sample) };
}
