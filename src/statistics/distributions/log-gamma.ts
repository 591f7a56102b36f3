/** Lanczos' coefficients for g = 7, accurate to fifteen digits. */
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The logarithm of Γ(x) for x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const base = shifted + 7.5;
  let sum = LANCZOS[0]!;
  for (let term = 1; term < LANCZOS.length; term++) sum += LANCZOS[term]! / (shifted + term);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Logarithm of the binomial coefficient. */
export function logChoose(all: number, chosen: number): number {
  if (chosen === 0 || chosen === all) return 0;
  return logGamma(all + 1) - logGamma(chosen + 1) - logGamma(all - chosen + 1);
}
