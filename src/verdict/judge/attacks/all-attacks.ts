import type { Attack } from './attack.ts';
import { EMBROIDERY_ATTACKS } from './embroidery-attacks.ts';
import { FABRICATION_ATTACKS } from './fabrication-attacks.ts';
import { INJECTION_ATTACKS } from './injection-attacks.ts';
import { LAUNDERING_ATTACKS } from './laundering-attacks.ts';
import { NARRATION_ATTACKS } from './narration-attacks.ts';

/** A fixed suite: one that is left out when it works would tell nothing. */
export const ALL_ATTACKS: readonly Attack[] = [
  ...NARRATION_ATTACKS,
  ...INJECTION_ATTACKS,
  ...FABRICATION_ATTACKS,
  ...EMBROIDERY_ATTACKS,
  ...LAUNDERING_ATTACKS,
];
