/**
 * Seeded random numbers (Chris Doty-Humphrey's sfc32). Not from a package, because "same seed, same bytes" must survive
 * dependency upgrades: a market, a draw or a bootstrap from last year must be reproducible.
 *
 * A stream is identified by a seed and a key, so that the thousandth product can be generated without the 999 before
 * it.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number, ...key: readonly number[]) {
    this.#a = mix(seed);
    this.#b = mix(seed / 0x1_0000_0000);
    this.#c = 0x9e3779b9;
    for (const part of key) {
      this.#a = mix(this.#a ^ part);
      this.#b = mix(this.#b + Math.imul(part, 0x85ebca6b) + part / 0x1_0000_0000);
      this.#c = mix(this.#c ^ this.#a);
    }
    // The initial state is correlated with the key; the generator's author prescribes twelve rounds.
    for (let round = 0; round < 12; round++) this.#next32();
  }

  #next32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    return this.#next32() / 0x1_0000_0000;
  }

  /** Uniform integer in [0, bound). */
  integer(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('cannot pick from an empty list');
    return choices[this.integer(choices.length)]!;
  }

  /** `count` different elements in random order; all of them if there are fewer. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const pool = [...choices];
    const taken = Math.min(count, pool.length);
    for (let position = 0; position < taken; position++) {
      const other = position + this.integer(pool.length - position);
      [pool[position], pool[other]] = [pool[other]!, pool[position]!];
    }
    pool.length = taken;
    return pool;
  }

  /** Standard normal, by the Box-Muller transform. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  /** Geometric integer from 1 with the given mean. */
  geometric(mean: number): number {
    if (mean <= 1) return 1;
    return 1 + Math.floor(Math.log(1 - this.next()) / Math.log(1 - 1 / mean));
  }
}

/** One round of a 32-bit finaliser with good avalanche, so that neighbouring keys give unrelated streams. */
function mix(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return word ^ (word >>> 15);
}
