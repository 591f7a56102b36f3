const NARROWEST = 40;

/** Characters per line of the terminal; unlimited if the output is not a terminal and `COLUMNS` is not set. */
export function terminalWidth(
  { columns }: { readonly columns?: number } = process.stdout,
  { COLUMNS }: { readonly COLUMNS?: string | undefined } = process.env,
): number {
  const width = columns ?? Number(COLUMNS);
  return Number.isFinite(width) && width > 0 ? Math.max(NARROWEST, width) : Number.POSITIVE_INFINITY;
}
