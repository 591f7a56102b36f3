import { getDynamicBuilder, getLookupFn, type LookupEntry } from '@polkadot-api/metadata-builders';
import { Bytes, decAnyMetadata, Option, unifyMetadata } from '@polkadot-api/substrate-bindings';
import type { Neuron } from '../../metagraph.ts';
import { hexText } from '../../subtensor/hex.ts';
import { recordedMetadata } from '../recorded/recorded-node.ts';

export interface SimulatedSubnet {
  readonly netuid: number;
  readonly neurons: readonly Neuron[];
  readonly commitReveal: boolean;
}

const metadata = unifyMetadata(
  decAnyMetadata(Uint8Array.from(Option(Bytes()).dec(Uint8Array.from(recordedMetadata()))!)),
);
const lookup = getLookupFn(metadata);
const api = metadata.apis.find(({ name }) => name === 'SubnetInfoRuntimeApi')!;
const output = lookup(api.methods.find(({ name }) => name === 'get_metagraph')!.output);
const codec = getDynamicBuilder(lookup).buildRuntimeCall('SubnetInfoRuntimeApi', 'get_metagraph').value;

/** A node's response to a query for a subnet: every field in the metadata, zero where the test sets none. */
export function writeSubnet(subnet: SimulatedSubnet | undefined, block: number): string {
  if (subnet === undefined || output.type !== 'option') return hexText(codec.enc(undefined));
  const { netuid, neurons, commitReveal } = subnet;
  return hexText(
    codec.enc({
      ...(zeroOf(output.value) as object),
      netuid,
      block: BigInt(block),
      commit_reveal_weights_enabled: commitReveal,
      hotkeys: neurons.map(({ hotkey }) => hotkey),
      coldkeys: neurons.map(({ hotkey }) => hotkey),
      active: neurons.map(({ active }) => active),
      validator_permit: neurons.map(({ validatorPermit }) => validatorPermit),
      last_update: neurons.map(({ lastUpdate }) => BigInt(lastUpdate)),
      block_at_registration: neurons.map(({ registeredAt }) => BigInt(registeredAt)),
      total_stake: neurons.map(({ stake }) => stake),
    }),
  );
}

const NOBODY = '5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM';

function zeroOf(type: LookupEntry): unknown {
  switch (type.type) {
    case 'struct':
      return Object.fromEntries(Object.entries(type.value).map(([name, field]) => [name, zeroOf(field)]));
    case 'sequence':
      return [];
    case 'AccountId32':
      return NOBODY;
    case 'compact':
      return type.isBig ? 0n : 0;
    case 'primitive':
      return type.value === 'bool' ? false : /64|128|256/.test(type.value) ? 0n : 0;
    default:
      return undefined;
  }
}
