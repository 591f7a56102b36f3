import type { Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { TransactionBatches } from './transaction-batches.ts';

type Attempted = (transaction: Transaction<unknown>) => Promise<unknown>;

/** Records what each transaction did, and discards what a failed transaction did. */
function sampleBatches(fail?: () => Error | undefined) {
  const commits: string[][] = [];
  let open: string[] = [];
  const batches = new TransactionBatches<unknown>(async (work) => {
    open = [];
    const result = await (work as Attempted)({} as Transaction<unknown>);
    const failure = fail?.();
    if (failure !== undefined) throw failure;
    commits.push(open);
    return result as never;
  });
  const write = (key: string) =>
    batches.run(key, async () => {
      if (key.startsWith('bad')) throw new Error(`${key} failed`);
      open.push(key);
      return `${key} done`;
    });
  return { commits, write };
}

describe('batches of transactions', () => {
  it('commits concurrent work together in key order, and later work in the next batch', async () => {
    const { commits, write } = sampleBatches();
    expect(await Promise.all(['c', 'a', 'b'].map(write))).toEqual(['c done', 'a done', 'b done']);
    expect(await write('d')).toBe('d done');
    expect(commits).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('one failing piece of work in a batch fails alone', async () => {
    const { commits, write } = sampleBatches();
    const answers = await Promise.allSettled(['a', 'bad', 'c'].map(write));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(commits).toEqual([['a'], ['c']]);
  });

  it('a batch fails when the database is unreachable, and later batches work again', async () => {
    let away = true;
    const lost = new Fault('STORAGE_FAILED', { message: 'away', remedy: 'wait' });
    const { commits, write } = sampleBatches(() => (away ? lost : undefined));
    const answers = await Promise.allSettled(['a', 'b'].map(write));
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([lost, lost]);
    away = false;
    expect(await write('c')).toBe('c done');
    expect(commits).toEqual([['c']]);
  });

  it('a batch holds at most a hundred pieces of work', async () => {
    const { commits, write } = sampleBatches();
    await Promise.all(Array.from({ length: 250 }, (_, index) => write(String(index).padStart(3, '0'))));
    expect(commits.map(({ length }) => length)).toEqual([100, 100, 50]);
  });
});
