/**
 * Port: converts texts to unit vectors, so that the cosine of two vectors measures how close the texts are in meaning.
 * The same id and text give the same vector on every machine.
 */
export interface TextEmbedder {
  /** Identifies the model. Vectors with different ids are never compared. */
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

/** Scales a vector to length 1; `undefined` if its length is 0 or a value is not finite. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let place = 0; place < values.length; place++) squares += values[place]! * values[place]!;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(values, (value) => value / length);
}
