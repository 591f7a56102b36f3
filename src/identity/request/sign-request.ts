import { randomUUID } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../hotkey.ts';
import { signatureText } from '../text-signature.ts';
import { VERSION_HEADER } from './auth-headers.ts';
import { requestMessage1, requestMessage2, type SignedContent } from './request-message.ts';

interface SigningTime {
  /** Unix seconds; only the whole ones count. */
  readonly now: number;
  /** A fresh one for every request, retries included. Random when left out. */
  readonly nonce?: string;
}

export type SigningOptions =
  | ({ readonly version: 1 } & SigningTime)
  | ({ readonly version: 2 } & SignedContent & SigningTime);

/**
 * The headers that make a request ours. Send it at once, and as it was signed: the target is what `requestTarget` gives
 * for the address.
 *
 * @example await fetch(url, { method, body, headers: signRequest(hotkey, { version: 2, arena, method, target: requestTarget(url), body, now: Date.now() / 1000 }) });
 */
export function signRequest(hotkey: Hotkey, options: SigningOptions): Record<string, string> {
  const timestamp = String(Math.floor(options.now));
  const nonce = options.nonce ?? randomUUID();
  const stamp = { hotkey: hotkey.address, timestamp, nonce };
  const message = options.version === 1 ? requestMessage1(stamp) : requestMessage2(stamp, options);
  if (message === undefined) {
    throw new Fault('USAGE', {
      message:
        'The request was not signed: its arena, method, target or nonce is empty or contains characters other than visible ASCII.',
      remedy: 'Percent-encode the target, and use the name of the arena exactly as the arena reports it.',
    });
  }
  return {
    'X-Hotkey': hotkey.address,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Signature': signatureText(hotkey.sign(message)),
    ...(options.version === 2 && { [VERSION_HEADER]: '2' }),
  };
}

/** What `fetch` puts into the request line for an address: escaped by the URL standard, without the fragment. */
export function requestTarget(url: URL): string {
  // A question mark with nothing after it is sent, although `search` does not show it.
  const emptyQuery = url.search === '' && url.href.replace(/#.*$/s, '').endsWith('?');
  return `${url.pathname}${emptyQuery ? '?' : url.search}`;
}
