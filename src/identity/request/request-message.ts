import { sha256 } from '../../store/sha256.ts';

/** What every signature covers. */
export interface SignedStamp {
  readonly hotkey: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** What version 2 covers in addition. */
export interface SignedContent {
  /** Names the arena and its chain, so that a signature for one arena is invalid for any other. */
  readonly arena: string;
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  readonly body: Uint8Array;
}

/** Version 1, used by the original platform: covers who and when, but not what. */
export function requestMessage1({ hotkey, timestamp, nonce }: SignedStamp): Uint8Array {
  return Buffer.from(`${hotkey}:${timestamp}:${nonce}`);
}

/**
 * The first line of version 2. A version 1 message begins with an address and a challenge has no line break, so none of
 * the three can be mistaken for another.
 */
export const VERSION_2_LINE = 'assay-request-v2';
/** Excludes spaces and line breaks, so that the eight lines are unambiguous. */
const LINE = /^[\x21-\x7e]+$/;

/** Version 2: eight lines of visible ASCII, or `undefined` if a part cannot be written as such a line. */
export function requestMessage2(stamp: SignedStamp, content: SignedContent): Uint8Array | undefined {
  const { arena, method, target, body } = content;
  if (!target.startsWith('/')) return undefined;
  const lines = [arena, method, target, sha256(body), stamp.hotkey, stamp.timestamp, stamp.nonce];
  if (!lines.every((line) => LINE.test(line))) return undefined;
  return Buffer.from([VERSION_2_LINE, ...lines].join('\n'));
}
