/**
 * Port: turns texts into unit vectors, so that the cosine of two of them says how close the texts are in meaning. The
 * same id and text give the same vector anywhere.
 */
export interface TextEmbedder {
  /** Names the model. Vectors of different ids are never compared. */
  readonly id: string;
  /** One vector per text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The cosine of two unit vectors, from -1 to 1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) throw new Error(`vectors of ${left.length} and ${right.length} dimensions`);
  let sum = 0;
  for (let place = 0; place < left.length; place++) sum += left[place]! * right[place]!;
  return Math.max(-1, Math.min(1, sum));
}

/** The vector of length 1 in the same direction; `undefined` for one without a direction or with a value that is not finite. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let place = 0; place < values.length; place++) squares += values[place]! * values[place]!;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(values, (value) => value / length);
}
