import { counted } from '../text/counted.ts';
import type { VersionExcusesWire } from './wire/version-wire.ts';

/** The excuses of a version in one sentence, for terminals and pages. */
export function excuseWords(excuses: VersionExcusesWire): string {
  const { attempts, repeated, refused, departed, outages, reasons } = excuses;
  if (repeated + refused === 0) return `none in ${counted(attempts, 'attempt')}`;
  const codes = Object.entries(reasons)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([code, times]) => `${code} ${times}`);
  const parts = [
    `${repeated} of ${counted(attempts, 'attempt')} repeated (${[counted(outages, 'outage'), ...codes].join(', ')})`,
    refused > 0 && `${refused} counted as failed: no excuse left`,
    departed > 0 && `${counted(departed, 'repeated attempt')} asked something else than before`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}
