import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../json/canonical-json.ts';
import { parseJson } from '../json/parse-json.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 32;

const ticketSchema = z.strictObject({ kind: z.string(), subject: z.string(), expires: z.number() });

/**
 * What only this arena's own processes know. It seals credentials, so that a stolen database opens no account, and signs
 * the addresses under which files are fetched and left.
 */
export class ArenaSecret {
  readonly #sealing: Buffer;
  readonly #signing: Buffer;

  /** At least 32 random bytes. */
  constructor(secret: Uint8Array) {
    if (secret.length < 32) throw new RangeError('an arena secret has at least 32 bytes');
    this.#sealing = Buffer.from(hkdfSync('sha256', secret, '', 'assay seal', 32));
    this.#signing = Buffer.from(hkdfSync('sha256', secret, '', 'assay ticket', 32));
  }

  /** `place` says what the text is for; sealed for one place it cannot be opened as another's. */
  seal(text: string, place: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** `undefined` when it was sealed by another secret or for another place. */
  unseal(sealed: Uint8Array, place: string): string | undefined {
    const bytes = Buffer.from(sealed);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** From 0 up to 1, the same for the same subject; nobody without the secret can tell it in advance. */
  draw(subject: string): number {
    return this.#mac(Buffer.from(canonicalJson({ draw: subject }))).readUIntBE(0, 6) / 2 ** 48;
  }

  /** Part of an address that lets whoever holds it do one thing to one subject, until `expires`. */
  ticket(kind: string, subject: string, expires: number): string {
    const body = Buffer.from(canonicalJson({ kind, subject, expires }));
    return Buffer.concat([this.#mac(body), body]).toString('base64url');
  }

  /** The subject of a ticket of this kind, or `undefined` when it is forged, of another kind or too late. */
  readTicket(kind: string, ticket: string, now: number): string | undefined {
    const bytes = Buffer.from(ticket, 'base64url');
    const [mac, body] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
    if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, this.#mac(body))) return undefined;
    const json = parseJson(body.toString('utf8'));
    const parsed = ticketSchema.safeParse(json.ok ? json.value : undefined);
    return parsed.success && parsed.data.kind === kind && now < parsed.data.expires ? parsed.data.subject : undefined;
  }

  #mac(body: Uint8Array): Buffer {
    return createHmac('sha256', this.#signing).update(body).digest();
  }
}
