import { randomBytes } from 'node:crypto';
import type { SignedWeights } from '../../weights/signed-weights.ts';
import { chainFault } from '../chain-fault.ts';
import { hexText } from '../hex.ts';
import { PALLET, type StorageReader } from '../read-storage.ts';
import { type CommittedWeights, commitHash, timelockPayload } from './commit-payload.ts';
import { revealRound } from './epoch-schedule.ts';
import type { PendingReveal } from './pending-reveals.ts';
import { readTimelockRules, takesTimelockedCommits } from './read-commit-rules.ts';
import { timelockEncrypt } from './timelock.ts';

/** The commit format implemented here, in which the payload contains the hotkey. */
const TIMELOCK_VERSION = 4;
const SALT_NUMBERS = 8;

export interface WeightsCall {
  readonly call: Uint8Array;
  /** For a commit that the chain reveals. */
  readonly revealRound?: bigint;
  /** For a hash commit: data to keep until it is revealed. */
  readonly reveal?: PendingReveal;
}

export interface CallContext {
  readonly netuid: number;
  readonly versionKey: bigint;
  readonly publicKey: Uint8Array;
  /** The newest block, at which `storage` reads. */
  readonly currentBlock: number;
  readonly nowSeconds: number;
}

/**
 * The call that sets weights on a subnet: plain, timelocked or committed by hash, depending on what the subnet accepts.
 */
export async function weightsCall(
  weights: SignedWeights,
  storage: StorageReader,
  { commitReveal, ...context }: CallContext & { readonly commitReveal: boolean },
): Promise<WeightsCall> {
  const committed = { ...weights, versionKey: context.versionKey, publicKey: context.publicKey };
  if (!commitReveal) {
    return {
      call: storage.runtime.encodeCall(PALLET, 'set_weights', {
        netuid: context.netuid,
        dests: [...weights.uids],
        weights: [...weights.values],
        version_key: context.versionKey,
      }),
    };
  }
  return takesTimelockedCommits(storage)
    ? await timelockedCall(committed, storage, context)
    : hashedCall(weights, committed, storage, context);
}

async function timelockedCall(
  weights: CommittedWeights,
  storage: StorageReader,
  { netuid, currentBlock, nowSeconds }: CallContext,
): Promise<WeightsCall> {
  const { version, schedule, ...times } = await readTimelockRules(storage, netuid, currentBlock);
  if (version !== TIMELOCK_VERSION) throw unknownVersion(version);
  const round = revealRound(schedule, { ...times, nowSeconds });
  if (round === undefined) throw noEpochs(netuid);
  const call = storage.runtime.encodeCall(PALLET, 'commit_timelocked_weights', {
    netuid,
    commit: timelockEncrypt(timelockPayload(weights), round),
    reveal_round: round,
    commit_reveal_version: version,
  });
  return { call, revealRound: round };
}

function hashedCall(
  { uids, values, hotkey, block }: SignedWeights,
  committed: CommittedWeights,
  { runtime }: StorageReader,
  { netuid, versionKey }: CallContext,
): WeightsCall {
  const bytes = randomBytes(SALT_NUMBERS * 2);
  const salt = Array.from({ length: SALT_NUMBERS }, (_, index) => bytes.readUInt16LE(index * 2));
  const hash = hexText(commitHash(committed, { netuid, salt }));
  const version_key = `${versionKey}`;
  return {
    call: runtime.encodeCall(PALLET, 'commit_weights', { netuid, commit_hash: hash }),
    reveal: { netuid, hotkey, uids: [...uids], values: [...values], salt, version_key, hash, block },
  };
}

export function revealCall(
  { netuid, uids, values, salt, version_key }: PendingReveal,
  { runtime }: StorageReader,
): Uint8Array {
  return runtime.encodeCall(PALLET, 'reveal_weights', {
    netuid,
    uids: [...uids],
    values: [...values],
    salt: [...salt],
    version_key: BigInt(version_key),
  });
}

function unknownVersion(version: number): Error {
  return chainFault({
    message: `The chain accepts version ${version} of timelocked commits; this is version ${TIMELOCK_VERSION}.`,
    remedy: 'Use a version of Assay that knows this version of the chain.',
    sendAgain: false,
  });
}

function noEpochs(netuid: number): Error {
  return chainFault({
    message: `Subnet ${netuid} runs no epochs (its tempo is 0), so committed weights would never be revealed.`,
    remedy: "Ask the subnet's owner. Sending again changes nothing.",
    sendAgain: false,
  });
}
