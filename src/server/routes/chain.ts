import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { currentEpoch, weightsForEpoch } from '../../arena/emission.ts';
import {
  ledgerSchema,
  metagraphSchema,
  registrationSchema,
  signedWeightsSchema,
  weightSaltSchema,
  weightsConfirmationSchema,
} from '../../arena/wire.ts';
import { emissionHistory, epochPayments } from '../../board/leaderboard.ts';
import { emissionHistoryQuerySchema, emissionHistorySchema, epochPaymentsSchema } from '../../board/wire.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import type { ChainTables } from '../../chain/local.ts';
import { raoOf } from '../../chain/tao.ts';
import { refusalBody, refuse } from '../../identity/request.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import { hotkey } from '../http/hotkey.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Services } from '../start/services.ts';

/** The subnet as recorded on its chain, the weights that validators send, and the endpoints of a local chain. */
export function chainRoutes(server: FastifyInstance, services: Services): void {
  const { arena, chain } = services;

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/validator/weight-salt',
    id: 'get_weight_salt',
    group: 'validator',
    summary: 'Champion, share and finishers of this epoch, fixed once so that all validators send the same weights',
    need: 'validator',
    answer: weightSaltSchema,
    handle: async () => {
      const epoch = await currentEpoch(arena.database.reader);
      if (epoch === undefined) return { ...NO_EPOCH, emission_policy: arena.policy.emission };
      const finishers = epoch.finishers.filter(({ race_score }) => race_score !== null);
      const metagraph = await services.metagraph();
      const { uids, values } = weightsForEpoch(epoch, metagraph.neurons, arena.policy.emission);
      return {
        active: false,
        eligible: true,
        epoch_index: epoch.epoch,
        weight_overlay: {},
        epoch_standings: {
          top_hotkey: epoch.top_hotkey,
          t_burn: 1 - epoch.share,
          finishers: finishers.map(({ agent_version_id, hotkey, race_score }, index) => ({
            agent_version_id,
            miner_hotkey: hotkey,
            race_score: race_score!,
            rank: index + 1,
          })),
        },
        emission_policy: arena.policy.emission,
        pinned_at: isoTime(epoch.pinned_at),
        weights:
          metagraph.neurons.length === 0 ? null : { block: metagraph.block, uids: [...uids], values: [...values] },
      };
    },
  });

  const kind = chain === undefined ? 'subtensor' : 'local';
  const open = { method: 'GET', group: 'chain', need: 'none' } as const;

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/chain/metagraph',
    id: 'get_metagraph',
    summary: 'Who is registered in the subnet, with stake and permits',
    answer: metagraphSchema,
    handle: async () => toWire(kind, await services.chainView()),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/chain/ledger',
    id: 'get_chain_ledger',
    summary: 'Weights and latest consensus of the subnet; for a local chain also the amounts paid and burned',
    answer: ledgerSchema,
    handle: async () => {
      const view = await services.chainView();
      const { latestEpoch } = view;
      return {
        ...toWire(kind, view),
        epochs: view.epochs,
        earned: view.earned && { ...view.earned },
        balances: view.balances && { ...view.balances },
        granted: view.granted,
        fees: view.fees,
        burned: view.burned,
        weights: view.weights.map(({ uid, uids, values }) => ({ uid, uids: [...uids], values: [...values] })),
        latest_epoch: latestEpoch && {
          block: latestEpoch.block,
          hotkeys: [...latestEpoch.hotkeys],
          incentive: [...latestEpoch.incentive],
          dividends: [...latestEpoch.dividends],
          consensus: [...latestEpoch.consensus],
          validator_trust: [...latestEpoch.validatorTrust],
        },
      };
    },
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/chain/emission',
    id: 'get_emission_history',
    cache: ONCE_A_SECOND,
    summary: 'Shares for contestants and burn in every epoch of the arena, as fixed for validators, newest first',
    query: emissionHistoryQuerySchema,
    answer: emissionHistorySchema,
    handle: ({ query }) => emissionHistory(arena, query),
  });

  if (chain === undefined) return;

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/chain/payments',
    id: 'get_epoch_payments',
    cache: ONCE_A_SECOND,
    summary: 'Amounts paid to contestants and to validators and burned in every epoch, newest first, with their sums',
    query: emissionHistoryQuerySchema,
    answer: epochPaymentsSchema,
    handle: ({ query }) => epochPayments(arena.database.tables<ChainTables>(), query),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/chain/register',
    id: 'register_hotkey',
    group: 'chain',
    summary: 'Registers a hotkey on the local chain, where registration is open',
    need: services.registration === 'open' ? 'anyone' : 'admin',
    body: z.object({ hotkey: hotkey.optional(), stake_tao: z.number().min(0).max(1e9).optional() }).nullish(),
    answer: registrationSchema,
    handle: async ({ caller, body, reply }) => {
      const address = body?.hotkey ?? caller!.hotkey;
      // Stake gives influence over payments: only an operator grants it, and only an operator registers other hotkeys.
      if (!caller!.standing.admin && (address !== caller!.hotkey || body?.stake_tao !== undefined)) {
        const refusal = refuse('NOT_ADMIN');
        return await reply.code(refusal.status).send(refusalBody(refusal));
      }
      const stake = raoOf(body?.stake_tao ?? 0);
      const known = (await chain.metagraph()).neurons.find((neuron) => neuron.hotkey === address);
      const { uid, paid } =
        known === undefined ? await chain.register(address, stake, caller!.hotkey) : { uid: known.uid, paid: 0n };
      if (known !== undefined && body?.stake_tao !== undefined) await chain.setStake(address, stake, caller!.hotkey);
      await services.refreshMetagraph();
      const view = await chain.ledgerView();
      return {
        uid,
        hotkey: address,
        paid: `${paid}`,
        balance: view.balances[address] ?? '0',
        block: view.block,
        immune_until: view.neurons[uid]!.immuneUntil ?? view.block,
        block_seconds: chain.rules.blockSeconds,
      };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/admin/chain/fund',
    id: 'fund_hotkey',
    group: 'admin',
    need: 'admin',
    summary: 'Adds simulated money to the balance of a hotkey on the local chain',
    body: z.object({ hotkey, tao: z.number().positive().max(1e6) }),
    answer: z.object({ hotkey: z.string(), balance: z.string() }),
    handle: async ({ caller, body }) => ({
      hotkey: body.hotkey,
      balance: `${await chain.fund(body.hotkey, raoOf(body.tao), caller!.hotkey)}`,
    }),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/chain/weights',
    id: 'set_weights',
    group: 'chain',
    summary: 'Sets the weights of a validator that signed them',
    need: 'none',
    body: signedWeightsSchema,
    answer: weightsConfirmationSchema,
    handle: ({ body }) => chain.setWeights(body),
  });
}

const NO_EPOCH = {
  active: false,
  eligible: true,
  epoch_index: 0,
  weight_overlay: {},
  epoch_standings: null,
  pinned_at: null,
  weights: null,
};

function toWire(
  kind: 'local' | 'subtensor',
  { netuid, block, neurons, registration }: ChainView,
): z.input<typeof metagraphSchema> {
  return {
    kind,
    netuid,
    block,
    neurons: neurons.map((neuron) => ({
      uid: neuron.uid,
      hotkey: neuron.hotkey,
      stake: neuron.stake,
      validator_permit: neuron.validatorPermit,
      active: neuron.active,
      registered_at: neuron.registeredAt,
      last_update: neuron.lastUpdate,
      immune_until: neuron.immuneUntil,
    })),
    registration: registration && {
      price: registration.price,
      min_price: registration.minPrice,
      start_balance: registration.startBalance,
      immunity_blocks: registration.immunityBlocks,
      max_neurons: registration.maxNeurons,
    },
  };
}
