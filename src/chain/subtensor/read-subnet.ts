import { z } from 'zod';
import { parseSs58 } from '../../identity/ss58.ts';
import type { Metagraph } from '../metagraph.ts';
import { chainFault } from './chain-fault.ts';
import { hexBytes } from './hex.ts';
import type { NodeClient } from './rpc/node-client.ts';
import type { Runtime } from './runtime.ts';

/** A subnet at one block: its neurons, and how it accepts weights. */
export interface Subnet {
  readonly metagraph: Metagraph;
  /** Weights must be committed first and revealed later; plain weights are rejected. */
  readonly commitReveal: boolean;
}

const API = 'SubnetInfoRuntimeApi';
const METHOD = 'get_metagraph';

const address = z.string().refine((text) => parseSs58(text).ok);
const block = z.bigint().max(BigInt(Number.MAX_SAFE_INTEGER)).transform(Number);

/** The fields used here, of about seventy. Those with several values are lists by uid. */
const subnetSchema = z
  .object({
    netuid: z.number(),
    block,
    commit_reveal_weights_enabled: z.boolean(),
    hotkeys: z.array(address),
    active: z.array(z.boolean()),
    validator_permit: z.array(z.boolean()),
    last_update: z.array(block),
    block_at_registration: z.array(block),
    total_stake: z.array(z.bigint()),
  })
  .refine(({ hotkeys, active, validator_permit, last_update, block_at_registration, total_stake }) =>
    [active, validator_permit, last_update, block_at_registration, total_stake].every(
      (list) => list.length === hotkeys.length,
    ),
  );

/** Whether the chain's runtime can summarize a subnet; older ones cannot. */
export function describesSubnets(runtime: Runtime): boolean {
  return runtime.hasRuntimeCall(API, METHOD);
}

/** Reads the subnet from the chain's own summary. */
export async function readSubnet(
  client: NodeClient,
  runtime: Runtime,
  { netuid, blockHash }: { readonly netuid: number; readonly blockHash: string },
): Promise<Subnet> {
  const question = [`${API}_${METHOD}`, runtime.encodeRuntimeCall(API, METHOD, [netuid]), blockHash];
  return parseSubnet(await client.read('state_call', question, hexBytes), runtime, netuid);
}

export function parseSubnet(answer: Uint8Array, runtime: Runtime, netuid: number): Subnet {
  const decoded = runtime.decodeRuntimeCall(API, METHOD, answer);
  if (decoded === undefined) throw noSubnetFault(netuid);
  const subnet = subnetSchema.safeParse(decoded);
  if (subnet.success && subnet.data.netuid === netuid) {
    return { metagraph: metagraphOf(subnet.data), commitReveal: subnet.data.commit_reveal_weights_enabled };
  }
  throw chainFault({
    message: `Version ${runtime.version.specVersion} of the chain's program describes subnet ${netuid} in an unknown form.`,
    remedy: 'Use a version of Assay that knows this version of the chain.',
    sendAgain: false,
    cause: subnet.error,
  });
}

export function noSubnetFault(netuid: number): Error {
  return chainFault({
    message: `The chain has no subnet ${netuid}.`,
    remedy: 'Check the number of the subnet, and that the node is of the right network.',
    sendAgain: false,
  });
}

function metagraphOf(subnet: z.infer<typeof subnetSchema>): Metagraph {
  const neurons = subnet.hotkeys.map((hotkey, uid) => ({
    uid,
    hotkey,
    stake: subnet.total_stake[uid]!,
    validatorPermit: subnet.validator_permit[uid]!,
    active: subnet.active[uid]!,
    registeredAt: subnet.block_at_registration[uid]!,
    lastUpdate: subnet.last_update[uid]!,
  }));
  return { block: subnet.block, neurons };
}
