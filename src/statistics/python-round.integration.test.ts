import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { pythonRound } from './python-round.ts';

/** Reads lines with a double in hex and a number of digits; prints the rounded double in hex. */
const ROUND = `
import sys, struct
for line in sys.stdin:
    value, digits = line.split()
    value = struct.unpack('>d', bytes.fromhex(value))[0]
    try:
        print(struct.pack('>d', round(value, int(digits))).hex())
    except OverflowError:
        print('overflow')
`;

function hexOf(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

function ours(value: number, digits: number): string {
  try {
    return hexOf(pythonRound(value, digits));
  } catch {
    return 'overflow';
  }
}

function* samples(): Generator<readonly [value: number, digits: number]> {
  const random = new Random(11);
  for (let round = 0; round < 4_000; round++) {
    // Random bits: any double.
    const bits = Buffer.from(Array.from({ length: 8 }, () => random.integer(256)));
    yield [bits.readDoubleBE(), random.integer(40) - 20];
    yield [(random.next() - 0.5) * 10 ** random.integer(9), random.integer(8) - 2];
    // Ties of the decimal text, which are rarely ties of the double.
    const digits = random.integer(7);
    yield [Number(`${random.integer(2000)}5e-${digits + 1}`), digits];
    // True ties.
    yield [(2 * random.integer(4096) + 1) / 2 ** (1 + random.integer(8)), random.integer(8)];
    yield [random.integer(91) / (1 + random.integer(90)), 4];
  }
  const edges = [0, -0, 0.5, 1.5, 2.5, -0.4, 5e-324, 1.7976931348623157e308, Infinity, -Infinity];
  for (const value of edges)
    for (const digits of [-400, -309, -308, -1, 0, 1, 300, 323, 324, 400]) yield [value, digits];
}

describe('pythonRound', () => {
  it('pythonRound equals Python bit by bit on 20,000 doubles', () => {
    const asked = [...samples()];
    const input = asked.map(([value, digits]) => `${hexOf(value)} ${digits}\n`).join('');
    const answers = execFileSync('python3', ['-c', ROUND], { input, encoding: 'utf8' }).trimEnd().split('\n');
    expect(answers).toHaveLength(asked.length);
    const different = asked.filter(([value, digits], place) => {
      return !Number.isNaN(value) && ours(value, digits) !== answers[place];
    });
    expect(different).toEqual([]);
  });

  it('pythonRound rounds only exact ties to the even digit', () => {
    expect(pythonRound(0.125, 2)).toBe(0.12);
    expect(pythonRound(0.375, 2)).toBe(0.38);
    expect(pythonRound(2.675, 2)).toBe(2.67);
    expect(pythonRound(1.005, 2)).toBe(1);
    expect(pythonRound(2.5, 0)).toBe(2);
    expect(pythonRound(1250, -2)).toBe(1200);
    expect(pythonRound(-0.4, 0)).toBe(-0);
    expect(pythonRound(Number.NaN, 4)).toBeNaN();
  });
});
