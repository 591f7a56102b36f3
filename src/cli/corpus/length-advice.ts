import { forCount } from '../../text/counted.ts';

/** Says why long attempts are left out, because which lengths can be trained on depends on the model. */
export function lengthAdvice(count: number, { maximumTokens }: { readonly maximumTokens: number }): string {
  const what = forCount(count, 'attempt is', 'attempts are');
  return `${count} ${what} longer than ${maximumTokens} tokens. To train a model with a longer context: --set maximumTokens=NUMBER.`;
}
