/**
 * Options of a test that may fail once, with the reason. No other test is retried: a test that fails now and then is a
 * defect. A valid reason is something outside our control, such as a real clock or another program.
 *
 * @example it('renews its lease in time', retryBecause('the lease runs on the real clock'), async () => { … });
 */
export function retryBecause(reason: string): { readonly retry: number } {
  if (reason.length === 0) throw new Error('A retry needs its reason.');
  return { retry: 1 };
}
