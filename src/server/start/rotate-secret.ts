import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ArenaSecret } from '../../arena/arena-secret.ts';
import { countCredentials, resealCredentials } from '../../arena/credentials.ts';
import { countWebhooks, resealWebhooks } from '../../arena/submission.ts';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, type Database, holdFolder } from '../../store/database.ts';
import { type ArenaStorage, type OpenArenaOptions, openArenaStorage, type ServerTables } from './open-arena.ts';
import {
  newSecretText,
  readSecretTexts,
  replaceSecretFile,
  SECRET_FILE,
  type SecretTexts,
  secretOf,
} from './read-secret.ts';

/** Kind of the event that records a rotation. */
const SECRET_ROTATED = 'secret.rotated';

const rotatedSchema = z.object({ key_id: z.string() });

/** What a rotation did with the stored data of one kind. */
export interface ResealedCounts {
  /** Sealed with the new secret. */
  readonly resealed: number;
  /** No secret opens these. They are left unchanged. */
  readonly unreadable: number;
}

export interface RotatedSecret {
  /** Public id of the secret in use. */
  readonly keyId: string;
  readonly credentials: ResealedCounts;
  readonly webhooks: ResealedCounts;
  /** Whether earlier secrets are still accepted, until they are removed from `ASSAY_SECRET`. */
  readonly earlierAccepted: boolean;
}

export interface Rotation {
  readonly who: string;
  /** Public: it is recorded in the ledger. */
  readonly reason: string;
}

/**
 * Rotates the secret of an arena. In `secret.key`: puts a new secret before the old one, seals every credential and
 * webhook with the new one, then removes the old one. After a crash at any point the file opens all of them, and calling
 * this again continues. `ASSAY_SECRET` is changed by the operator, so there only the middle step is done.
 */
export async function rotateSecret(place: OpenArenaOptions, rotation: Rotation): Promise<RotatedSecret> {
  return await (place.environment.ASSAY_SECRET === undefined
    ? rotateFile(place, rotation)
    : rotateEnvironment(place, rotation));
}

async function rotateFile(place: OpenArenaOptions, rotation: Rotation): Promise<RotatedSecret> {
  const { folder, environment } = place;
  const path = join(folder, SECRET_FILE);
  if (!existsSync(path)) {
    throw new Fault('FILE_NOT_FOUND', {
      message: `There is no ${path}.`,
      remedy: 'Name the data folder of `assay serve` with --data, or set ASSAY_SECRET as for the server.',
    });
  }
  // A running server keeps the secret that it read at its start.
  const release = holdFolder(folder, environment.DATABASE_URL);
  try {
    const storage = await openArenaStorage(place);
    const { database } = storage;
    try {
      const leadership = await requireNoServer(database);
      try {
        const texts = secretsAfter(path);
        await replaceSecretFile(path, texts);
        const rotated = await resealWith(storage, secretOf(texts), rotation);
        await replaceSecretFile(path, [texts[0]]);
        return { ...rotated, earlierAccepted: false };
      } finally {
        await leadership.resign();
      }
    } finally {
      await database.close();
    }
  } finally {
    release();
  }
}

/** Puts a new secret first. A file with several already has one: a rotation was interrupted. */
function secretsAfter(path: string): SecretTexts {
  const texts = readSecretTexts(path, undefined);
  return texts.length > 1 ? texts : [newSecretText(), ...texts];
}

async function rotateEnvironment(place: OpenArenaOptions, rotation: Rotation): Promise<RotatedSecret> {
  const texts = readSecretTexts('', place.environment.ASSAY_SECRET);
  if (texts.length === 1) {
    throw new Fault('USAGE', {
      message: 'ASSAY_SECRET has only one secret; rotating needs the new and the old one.',
      remedy: 'Create one with `openssl rand -hex 32` and set ASSAY_SECRET=NEW,OLD; see docs/operator.md.',
    });
  }
  const storage = await openArenaStorage(place);
  try {
    return { ...(await resealWith(storage, secretOf(texts), rotation)), earlierAccepted: true };
  } finally {
    await storage.database.close();
  }
}

async function resealWith(
  { database, now }: ArenaStorage,
  secret: ArenaSecret,
  { who, reason }: Rotation,
): Promise<Omit<RotatedSecret, 'earlierAccepted'>> {
  return await database.withTransaction(async (transaction) => {
    const credentials = {
      resealed: await resealCredentials(transaction, secret),
      unreadable: (await countCredentials(transaction, secret)).unreadable.length,
    };
    const webhooks = {
      resealed: await resealWebhooks(transaction, secret),
      unreadable: (await countWebhooks(transaction, secret)).unreadable.length,
    };
    const last = await transaction
      .selectFrom('events')
      .select('data')
      .where('what', '=', SECRET_ROTATED)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isTold = rotatedSchema.safeParse(last?.data).data?.key_id === secret.keyId;
    if (!isTold || credentials.resealed + webhooks.resealed > 0) {
      await appendEvent(transaction, {
        who,
        what: SECRET_ROTATED,
        when: now(),
        why: reason,
        subject: 'secret',
        data: { key_id: secret.keyId, credentials: credentials.resealed, webhooks: webhooks.resealed },
      });
    }
    return { keyId: secret.keyId, credentials, webhooks };
  });
}

async function requireNoServer(database: Database<ServerTables>) {
  const leadership = await database.lead('housekeeping');
  if (leadership !== undefined) return leadership;
  throw new Fault('FOLDER_IN_USE', {
    message: `A server is running on ${database.place}; it would keep using the old secret.`,
    remedy: 'Stop all servers of this arena, rotate, then start them again.',
  });
}
