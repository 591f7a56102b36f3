import { join } from 'node:path';
import { isLocalModel } from '../../local/local-models.ts';
import { type ArenaConfig, inferenceOffer } from '../../server/start.ts';

export interface ValidatorPlace {
  /** Data folder of the arena. */
  readonly folder: string;
  /** The market that the arena serves, if it is not in its data folder. */
  readonly market?: string | undefined;
  readonly url: string;
  readonly config: Pick<ArenaConfig, 'chain'> & Parameters<typeof inferenceOffer>[0];
  readonly log: { readonly logLevel: string; readonly logFormat?: string | undefined };
  readonly workers: number;
  readonly wallets: string;
}

/**
 * The command line, after `assay`, of a validator beside its arena: with the arena's market, chain and models, which a
 * validator elsewhere is told with options.
 */
export function validatorWords(place: ValidatorPlace, wallet: string): readonly string[] {
  const { folder, url, workers, wallets, log } = place;
  return [
    ...['validator', 'run', '--wallets', wallets, '--wallet', wallet, '--arena-url', url],
    ...['--market', place.market ?? join(folder, 'market'), '--data', join(folder, 'validators', wallet)],
    ...['--workers', `${workers}`, '--log-level', log.logLevel],
    ...(log.logFormat === undefined ? [] : ['--log-format', log.logFormat]),
    ...chainWords(place.config),
    ...modelWords(place.config),
  ];
}

function chainWords({ chain }: ValidatorPlace['config']): readonly string[] {
  if (chain.kind === 'local') return [];
  return ['--chain', chain.endpoints.join(','), '--netuid', `${chain.netuid}`, '--genesis-hash', chain.genesisHash];
}

/**
 * A local model of the arena: a validator runs one. It uses simulated models without being told, and other models are
 * the contestants' own.
 */
function modelWords(config: ValidatorPlace['config']): readonly string[] {
  const local = inferenceOffer(config).models.find(({ id }) => isLocalModel(id));
  return local === undefined ? [] : ['--model', local.id];
}
