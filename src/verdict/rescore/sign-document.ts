import { z } from 'zod';
import { writeDocument } from '../../attempt/record.ts';
import { type Hotkey, verifySignature } from '../../identity/hotkey.ts';
import { parseSs58 } from '../../identity/ss58.ts';

export const signatureSchema = z.stringFormat('signature', /^0x[0-9a-f]{128}$/);

export interface SignedBy {
  readonly hotkey: string;
  /** sr25519 signature over the canonical document without this field. */
  readonly signature: string;
}

export function signDocument<T extends object>(body: T, hotkey: Hotkey): T & SignedBy {
  const named = { ...body, hotkey: hotkey.address };
  return { ...named, signature: `0x${Buffer.from(hotkey.sign(writeDocument(named))).toString('hex')}` };
}

/** Whether the document is signed by the hotkey it names. */
export function isDocumentSigned({ signature, ...body }: SignedBy): boolean {
  const signer = parseSs58(body.hotkey);
  return signer.ok && verifySignature(writeDocument(body), Buffer.from(signature.slice(2), 'hex'), signer.publicKey);
}
