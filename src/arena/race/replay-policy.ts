import { Fault } from '../../fault/fault.ts';
import { agencyPolicySchema } from '../agency/agency-policy.ts';
import { type EmissionPolicy, emissionPolicySchema } from '../emission/emission-policy.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { racePolicySchema } from './race-policy.ts';
import type { RewardAgency } from './reward-agency.ts';

/** Differences from the policy that a race was held under. Omitted settings stay as they were. */
export interface ReplayPolicy {
  /** The text it was parsed from. */
  readonly name: string;
  readonly agency: AgencyPolicy | undefined;
  readonly rewardAgency: RewardAgency | undefined;
  readonly emission: Readonly<Partial<EmissionPolicy>>;
  readonly qualifyingShare: number | undefined;
}

const HIGHEST_EXPONENT = 10;

/**
 * The settings that each part of a policy may change, named as in arena.json; the first one may be given without its
 * name.
 */
const SETTINGS = {
  agency: ['exponent'],
  'reward-agency': ['floor'],
  emission: ['shape', 'graceDays', 'lossPerDay', 'floor', 'weights'],
  margin: ['margin', 'marginHalfLifeDays'],
  threshold: ['qualifyingShare'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Part = keyof typeof SETTINGS;

/** Parts that mean something without a value. */
const ALONE: ReadonlySet<string> = new Set(['agency', 'reward-agency'] satisfies Part[]);

/**
 * Parses a policy such as `agency:2`, `emission:compounding,lossPerDay=0.05`, `margin:0.02`, `threshold:0.9`, or
 * several that apply together, joined by `+`.
 */
export function parseReplayPolicy(text: string): ReplayPolicy {
  const settings = new Map<Part, Readonly<Record<string, string | number>>>();
  for (const part of text.split('+')) {
    const [, name, values] = /^([a-z-]+)(?::(.+))?$/.exec(part) ?? [];
    if (name === undefined || !Object.hasOwn(SETTINGS, name)) throw notAPolicy(text);
    if (settings.has(name as Part)) throw notAPolicy(text, `${name} is given twice`);
    if (values === undefined && !ALONE.has(name)) throw notAPolicy(text, `${name} has no value`);
    settings.set(name as Part, settingsOf(name as Part, values, text));
  }
  const { agency, 'reward-agency': reward, threshold, emission, margin } = Object.fromEntries(settings);
  if (agency !== undefined && reward !== undefined)
    throw notAPolicy(text, 'agency and reward-agency both multiply scores');
  return {
    name: text,
    agency: agency && { exponent: exponentOf(agency, text) },
    rewardAgency: reward && { floor: checked(agencyPolicySchema, { ...reward }, text).floor },
    emission: checked(emissionPolicySchema, { ...emission, ...margin }, text),
    qualifyingShare: checked(racePolicySchema, { ...threshold }, text).qualifyingShare,
  };
}

function settingsOf(part: Part, values: string | undefined, text: string): Readonly<Record<string, string | number>> {
  const names: readonly string[] = SETTINGS[part];
  const given: Record<string, string | number> = {};
  for (const [index, each] of (values?.split(',') ?? []).entries()) {
    const [name, value] = index === 0 && !each.includes('=') ? [names[0]!, each] : each.split('=', 2);
    if (!names.includes(name!)) throw notAPolicy(text, `${part} has the settings ${names.join(', ')}`);
    if (Object.hasOwn(given, name!)) throw notAPolicy(text, `${name} is given twice`);
    given[name!] = /^\d{1,4}(\.\d{1,9})?$/.test(value ?? '') ? Number(value) : (value ?? '');
  }
  return given;
}

function exponentOf({ exponent = 1 }: Readonly<Record<string, string | number>>, text: string): number {
  if (typeof exponent === 'number' && exponent > 0 && exponent <= HIGHEST_EXPONENT) return exponent;
  throw notAPolicy(text, `the exponent must be a number above 0 and up to ${HIGHEST_EXPONENT}`);
}

/** Validates with the schema of arena.json; returns only the given settings, without the defaults. */
function checked<Policy extends object>(
  schema: { safeParse(value: unknown): { data?: Policy; error?: { issues: readonly { message: string }[] } } },
  given: Readonly<Record<string, unknown>>,
  text: string,
): Partial<Policy> {
  const { data, error } = schema.safeParse(given);
  if (data === undefined) throw notAPolicy(text, error!.issues.map(({ message }) => message).join('; '));
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(given, name))) as Partial<Policy>;
}

function notAPolicy(text: string, why?: string): Fault {
  return new Fault('USAGE', {
    message: `A race cannot be replayed under "${text.slice(0, 80)}"${why === undefined ? '' : `: ${why}`}.`,
    remedy:
      'Write agency, agency:EXPONENT, reward-agency, reward-agency:FLOOR, emission:SHAPE, margin:NUMBER or threshold:SHARE, or several joined by +. ' +
      'Further settings follow after a comma, as in emission:compounding,lossPerDay=0.05.',
  });
}
