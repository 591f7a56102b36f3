import { shortenMiddle } from '../../text/shorten.ts';

const SHOWN = { first: 8, last: 4 };

/** Enough of an address to recognise it in a table; `--json` has all of it. */
export function shortHotkey(address: string): string {
  return shortenMiddle(address, SHOWN.first, SHOWN.last);
}
