import { randomUUID } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../hotkey.ts';
import { signatureText } from '../text-signature.ts';
import { VERSION_HEADER } from './auth-headers.ts';
import { requestMessage1, requestMessage2, type SignedContent } from './request-message.ts';

interface SigningTime {
  /** Unix seconds; fractions are dropped. */
  readonly now: number;
  /** Must be new for every request, retries included. Random if left out. */
  readonly nonce?: string;
}

export type SigningOptions =
  | ({ readonly version: 1 } & SigningTime)
  | ({ readonly version: 2 } & SignedContent & SigningTime);

/**
 * Returns the headers that sign a request. Send the request immediately and unchanged; `target` is what `requestTarget`
 * returns for the URL.
 *
 * @example await fetch(url, { method, body, headers: signRequest(hotkey, { version: 2, arena, method, target:
 * requestTarget(url), body, now: Date.now() / 1000 }) });
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

/** What `fetch` puts into the request line for a URL: escaped by the URL standard, without the fragment. */
export function requestTarget(url: URL): string {
  // A trailing question mark with an empty query is sent, although `search` does not show it.
  const emptyQuery = url.search === '' && url.href.replace(/#.*$/s, '').endsWith('?');
  return `${url.pathname}${emptyQuery ? '?' : url.search}`;
}
