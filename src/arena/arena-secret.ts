import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../json/canonical-json.ts';
import { parseJson } from '../json/parse-json.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 32;
const ID_BYTES = 8;

const ticketSchema = z.strictObject({ kind: z.string(), subject: z.string(), expires: z.number() });

/** Keys derived from one secret, one per purpose. */
interface Keys {
  readonly sealing: Buffer;
  readonly signing: Buffer;
}

/** Stored rows by the secret that opens them. */
export interface SealedCounts<Row> {
  /** Sealed with the current secret. */
  readonly current: number;
  /** Sealed with an earlier secret that is still accepted. */
  readonly earlier: number;
  /** No secret opens these: they were sealed with another secret, or changed. */
  readonly unreadable: readonly Row[];
}

/**
 * Secret of this arena's processes. It seals credentials, so that a stolen database does not expose accounts, and signs
 * the URLs for file downloads and uploads. During a rotation there are several secrets: the first is used, and data
 * sealed or signed with earlier ones is still accepted.
 */
export class ArenaSecret {
  /** Identifies the current secret without revealing anything about it, so it may be published. */
  readonly keyId: string;
  readonly #keys: readonly [Keys, ...Keys[]];

  /** Each secret has at least 32 random bytes. */
  constructor(secret: Uint8Array, ...earlier: readonly Uint8Array[]) {
    this.keyId = derived(secret, 'assay key id', ID_BYTES).toString('hex');
    this.#keys = [keysOf(secret), ...earlier.map(keysOf)];
  }

  /** Whether earlier secrets are still accepted. */
  get hasEarlier(): boolean {
    return this.#keys.length > 1;
  }

  /** `place` says what the text is for; a text sealed for one place cannot be opened for another. */
  seal(text: string, place: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0].sealing, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** `undefined` if it was sealed with another secret or for another place. */
  unseal(sealed: Uint8Array, place: string): string | undefined {
    for (const { sealing } of this.#keys) {
      const text = unsealed(sealed, place, sealing);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** Which secret opens it. */
  sealedWith(sealed: Uint8Array, place: string): 'current' | 'earlier' | 'unknown' {
    const index = this.#keys.findIndex(({ sealing }) => unsealed(sealed, place, sealing) !== undefined);
    if (index === -1) return 'unknown';
    return index === 0 ? 'current' : 'earlier';
  }

  count<Row extends { readonly sealed: Uint8Array }>(
    rows: readonly Row[],
    placeOf: (row: Row) => string,
  ): SealedCounts<Row> {
    const bySecret = Map.groupBy(rows, (row) => this.sealedWith(row.sealed, placeOf(row)));
    return {
      current: bySecret.get('current')?.length ?? 0,
      earlier: bySecret.get('earlier')?.length ?? 0,
      unreadable: bySecret.get('unknown') ?? [],
    };
  }

  /** A number from 0 to below 1, the same for the same subject; unpredictable without the secret. */
  draw(subject: string): number {
    const body = Buffer.from(canonicalJson({ draw: subject }));
    return macOf(body, this.#keys[0]).readUIntBE(0, 6) / 2 ** 48;
  }

  /** Part of a URL that allows its holder one action on one subject until `expires`. */
  ticket(kind: string, subject: string, expires: number): string {
    const body = Buffer.from(canonicalJson({ kind, subject, expires }));
    return Buffer.concat([macOf(body, this.#keys[0]), body]).toString('base64url');
  }

  /** The subject of a ticket of this kind; `undefined` if it is forged, of another kind or expired. */
  readTicket(kind: string, ticket: string, now: number): string | undefined {
    const bytes = Buffer.from(ticket, 'base64url');
    const [mac, body] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
    if (mac.length !== MAC_BYTES || !this.#keys.some((keys) => timingSafeEqual(mac, macOf(body, keys)))) {
      return undefined;
    }
    const json = parseJson(body.toString('utf8'));
    const parsed = ticketSchema.safeParse(json.ok ? json.value : undefined);
    return parsed.success && parsed.data.kind === kind && now < parsed.data.expires ? parsed.data.subject : undefined;
  }
}

function keysOf(secret: Uint8Array): Keys {
  if (secret.length < 32) throw new RangeError('an arena secret has at least 32 bytes');
  return { sealing: derived(secret, 'assay seal', 32), signing: derived(secret, 'assay ticket', 32) };
}

function derived(secret: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

function unsealed(sealed: Uint8Array, place: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function macOf(body: Uint8Array, { signing }: Keys): Buffer {
  return createHmac('sha256', signing).update(body).digest();
}
