import type { Arena } from '../arena.ts';
import { countCredentials } from '../credentials/reseal-credentials.ts';
import type { CheckResult } from './finding.ts';

/** Checks that every stored credential opens with the arena's secret. */
export async function checkCredentials(arena: Pick<Arena, 'database' | 'secret'>): Promise<CheckResult> {
  const { current, earlier, unreadable } = await countCredentials(arena.database.reader, arena.secret);
  return {
    examined: current + earlier + unreadable.length,
    findings: [
      ...unreadable.map(({ hotkey, provider }) => ({
        subject: `credential of ${hotkey} for ${provider}`,
        what: 'No secret of this arena decrypts it: it was encrypted with another one, or was changed.',
        fault: 'operator' as const,
        action:
          'Restore the secret that it was encrypted with. If that is lost, the contestant must connect again: `assay connect`.',
      })),
      ...(earlier === 0
        ? []
        : [
            {
              subject: 'secret',
              what: `${earlier} of ${current + earlier} credentials are encrypted with an earlier secret: a rotation is not finished.`,
              fault: 'operator' as const,
              action: '`assay admin rotate-secret` encrypts them with the current one.',
            },
          ]),
    ],
  };
}
