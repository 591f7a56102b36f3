const SHOWN = { first: 8, last: 4 };

/** Enough of an address to recognise it in a table; `--json` has all of it. */
export function shortHotkey(address: string): string {
  const { first, last } = SHOWN;
  return address.length <= first + last + 1 ? address : `${address.slice(0, first)}…${address.slice(-last)}`;
}
