/** Amounts: the chain counts in rao, people read TAO. */

const RAO_PER_TAO = 1_000_000_000;

export function raoOf(tao: number): bigint {
  return BigInt(Math.round(tao * RAO_PER_TAO));
}

/** `0.126 TAO`, exact to the rao. */
export function taoText(rao: bigint): string {
  const digits = `${rao < 0n ? -rao : rao}`.padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${rao < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`} TAO`;
}
