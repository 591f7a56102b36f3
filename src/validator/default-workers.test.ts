import { expect, it } from 'vitest';
import { defaultWorkers } from './default-workers.ts';

const GIBIBYTE = 1024 ** 3;

it('the default number of workers follows the cores and the memory of the machine', () => {
  expect(defaultWorkers(2, 24 * GIBIBYTE)).toBe(4);
  expect(defaultWorkers(8, 3.5 * GIBIBYTE)).toBe(3);
  expect(defaultWorkers(64, 512 * GIBIBYTE)).toBe(15);
  expect(defaultWorkers(1, GIBIBYTE / 2)).toBe(1);
});
