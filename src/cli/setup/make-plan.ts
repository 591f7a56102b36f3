import { Fault } from '../../fault/fault.ts';
import { type ArenaPlan, newArenaName, PLANNED_SIZES } from './arena-plan.ts';
import type { Questions } from './questions.ts';

export type GivenPlan = { readonly [Key in keyof ArenaPlan]?: ArenaPlan[Key] };

const NAME = /^[\x21-\x7e]{1,100}$/;
const MOST_NETUID = 65_535;

/**
 * The plan of an arena: the given options, and for the rest the operator's answers. Without `questions` the rest gets
 * defaults.
 */
export async function makePlan(given: GivenPlan, questions: Questions | undefined): Promise<ArenaPlan> {
  const name = given.name ?? (await questions?.text('Name of the arena', newArenaName(), nameFlaw)) ?? newArenaName();
  const flaw = nameFlaw(name);
  if (flaw !== undefined) throw new Fault('USAGE', { message: `"${name}" cannot be the name of an arena. ${flaw}` });
  const network = given.network ?? (await questions?.choice('Network: where stake and weights are', NETWORK, 'local'));
  const chain = await chainPlan({ ...given, network: network ?? 'local' }, questions);
  const validators =
    given.validators ??
    Number((await questions?.choice('Validators that must run an agent before it has a score', VALIDATORS, '3')) ?? 3);
  const preset = given.preset ?? (await questions?.choice('Models that agents use', PRESET, 'simulated'));
  const size = given.size ?? (await questions?.choice('Size', SIZE, 'full'));
  return { name, ...chain, validators, preset: preset ?? 'simulated', size: size ?? 'full' };
}

async function chainPlan(
  given: GivenPlan & Pick<ArenaPlan, 'network'>,
  questions: Questions | undefined,
): Promise<Pick<ArenaPlan, 'network' | 'netuid' | 'submitters'>> {
  const { network, netuid } = given;
  if (network === 'local') {
    if (netuid !== undefined) throw new Fault('USAGE', { message: '--netuid needs --network finney or test.' });
    const submitters = given.submitters ?? (await questions?.choice('Who may submit', SUBMITTER, 'everyone'));
    return { network, submitters: submitters ?? 'everyone' };
  }
  if (given.submitters === 'invited') {
    throw new Fault('USAGE', {
      message: 'On Bittensor the subnet decides who may submit: every hotkey registered on it.',
      remedy: 'Leave out --submitters, or choose --network local.',
    });
  }
  const chosen = netuid ?? Number(await questions?.text('Number of the subnet (netuid)', undefined, netuidFlaw));
  if (Number.isNaN(chosen)) {
    throw new Fault('USAGE', {
      message: `The network ${network} needs the number of a subnet.`,
      remedy: 'Add --netuid N.',
    });
  }
  return { network, netuid: chosen, submitters: 'everyone' };
}

function nameFlaw(name: string): string | undefined {
  return NAME.test(name) ? undefined : 'Use up to 100 visible ASCII characters without spaces.';
}

function netuidFlaw(text: string): string | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= MOST_NETUID
    ? undefined
    : `It must be a whole number up to ${MOST_NETUID}.`;
}

const NETWORK = [
  { name: 'local', meaning: "the arena's own ledger: nothing is worth money" },
  { name: 'finney', meaning: "a subnet of Bittensor's main network" },
  { name: 'test', meaning: "a subnet of Bittensor's test network" },
] as const;

const SUBMITTER = [
  { name: 'everyone', meaning: 'every hotkey can register with `assay register`' },
  { name: 'invited', meaning: 'only hotkeys that you register with `assay admin stake ADDRESS 0`' },
] as const;

const VALIDATORS = [
  { name: '1', meaning: 'you trust the validator: scores come sooner' },
  { name: '3', meaning: 'runs are compared, so that a wrong one is noticed' },
] as const;

const PRESET = [
  { name: 'simulated', meaning: 'built-in models, offline and free: for trying an arena' },
  { name: 'openrouter', meaning: 'contestants pay with their own key' },
  { name: 'chutes', meaning: 'contestants pay with their own key' },
  { name: 'local', meaning: 'local/assay-135m, which validators run themselves' },
] as const;

const SIZE = [
  { name: 'small', meaning: sizeText('small') },
  { name: 'full', meaning: sizeText('full') },
] as const;

function sizeText(size: ArenaPlan['size']): string {
  const { products, suite, bank, race } = PLANNED_SIZES[size];
  const count = (number: number) => number.toLocaleString('en');
  return `${count(products)} products, ${suite} public and ${count(bank)} hidden problems, ${race} in a race`;
}
