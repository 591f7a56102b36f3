import { counted } from '../../../../src/text/counted.ts';
import type { RecordedCall } from './recorded-call.ts';

/**
 * Tokens and price of the model calls among these, as recorded. A value that no call has is omitted, and a sum
 * over only some of the calls says so.
 */
export function usageText(calls: readonly RecordedCall[]): string {
  const models = calls.filter(({ kind }) => kind === 'inference');
  if (models.length === 0) return '';
  const counts = models.filter(
    ({ promptTokens, completionTokens }) => promptTokens !== null && completionTokens !== null,
  );
  const prices = models.filter(({ microdollars }) => microdollars !== null);
  const partly = (known: readonly unknown[]): string =>
    known.length < models.length ? ` (${known.length} of ${counted(models.length, 'call')})` : '';
  const tokens = `${sum(counts, 'promptTokens')} + ${sum(counts, 'completionTokens')} tokens`;
  const estimated = counts.some(({ tokensEstimated }) => tokensEstimated) ? ' (estimated)' : '';
  return [
    models.length > 1 && counted(models.length, 'model call'),
    counts.length > 0 && `${tokens}${estimated}${partly(counts)}`,
    prices.length > 0 && `${dollars(prices)}${partly(prices)}`,
  ]
    .filter((fact) => typeof fact === 'string')
    .join(' · ');
}

function sum(calls: readonly RecordedCall[], field: 'promptTokens' | 'completionTokens'): string {
  return calls.reduce((total, call) => total + call[field]!, 0).toLocaleString('en');
}

function dollars(calls: readonly RecordedCall[]): string {
  return `$${(calls.reduce((total, { microdollars }) => total + microdollars!, 0) / 1e6).toFixed(6)}`;
}
