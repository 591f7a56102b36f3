import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { json } from '../database/json-column.ts';
import { migrate } from '../database/migrate.ts';
import type { MigrationTools } from '../database/migration.ts';
import { brokenConstraint } from './broken-constraint.ts';
import type { MakeDatabase, TestDatabase } from './every-engine.ts';
import { SAMPLE_ROOMS, type SampleTables } from './sample-tables.ts';
import { startProcess } from './start-process.ts';

/** The contract of every adapter of the Database port. */
export function describeDatabase(name: string, makeDatabase: MakeDatabase): void {
  describe(`${name} implements the Database port`, () => {
    let place: TestDatabase;
    let database: Database<SampleTables>;
    beforeEach(async () => {
      place = await makeDatabase(SAMPLE_ROOMS);
      database = (await place.open()).tables<SampleTables>();
    });
    afterEach(async () => await place.remove());

    async function keep(row: Partial<SampleTables['samples']> & { id: string }): Promise<void> {
      const document = row.document === undefined || row.document === null ? null : json(row.document);
      await database.withTransaction(
        async (transaction) =>
          void (await transaction
            .insertInto('samples')
            .values({ ...row, document })
            .execute()),
      );
    }

    async function sample(id: string) {
      return await database.reader.selectFrom('samples').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    }

    describe('values', () => {
      it('values are read back as they were written', async () => {
        const row = {
          id: 'é🦆 "\'\\\n',
          small: -2_147_483_648,
          large: Number.MAX_SAFE_INTEGER,
          real: 0.1,
          flag: true,
          document: { list: [1, 'two', null, { deep: false }], nul: '\0', lone: '\ud800' },
          bytes: Buffer.from([0, 255, 1]),
        };
        await database.withTransaction(async (transaction) => {
          const returned = await transaction
            .insertInto('samples')
            .values({ ...row, document: json(row.document) })
            .returningAll()
            .executeTakeFirstOrThrow();
          expect(returned).toStrictEqual(row);
        });
        expect(await sample(row.id)).toStrictEqual(row);
        await database.withTransaction(async (transaction) => {
          const updated = await transaction
            .updateTable('samples')
            .set({ flag: false, document: json([]) })
            .where('flag', '=', true)
            .returning(['flag', 'document as renamed'])
            .execute();
          expect(updated).toStrictEqual([{ flag: false, renamed: [] }]);
        });
      });

      it('stores empty and null values', async () => {
        await keep({ id: 'empty' });
        expect(await sample('empty')).toStrictEqual({
          id: 'empty',
          small: null,
          large: null,
          real: null,
          flag: null,
          document: null,
          bytes: null,
        });
      });

      it('JSON values are read back unchanged, scalars and null too', async () => {
        let number = 0;
        await fc.assert(
          fc.asyncProperty(fc.jsonValue(), async (value) => {
            const id = `json-${number++}`;
            const document = json(value);
            await database.withTransaction(
              async (transaction) => void (await transaction.insertInto('samples').values({ id, document }).execute()),
            );
            expect(json((await sample(id)).document)).toBe(document);
          }),
          { numRuns: 40, examples: [['5'], [5], ['text'], [true], [null], [2 ** 60], ['\0']] },
        );
      });

      it('numbers are exact integers, or an error', async () => {
        await keep({ id: 'huge', large: 2n ** 63n - 1n });
        await expect(sample('huge')).rejects.toThrow(RangeError);
        await expect(keep({ id: 'too huge', large: 2n ** 63n })).rejects.toThrow(RangeError);
      });

      it('counts and sums are numbers', async () => {
        await keep({ id: 'a', large: 2 ** 40, real: 0.5 });
        await keep({ id: 'b', large: 3 });
        const totals = await database.reader
          .selectFrom('samples')
          .select(({ fn }) => [
            fn.countAll<number>().as('rows'),
            fn.sum<number>('large').as('sum'),
            fn.avg<number>('large').as('average'),
            fn.max('real').as('most'),
          ])
          .executeTakeFirstOrThrow();
        expect(totals).toStrictEqual({ rows: 2, sum: 2 ** 40 + 3, average: (2 ** 40 + 3) / 2, most: 0.5 });
      });

      it('rejects values of the wrong type', async () => {
        await expect(keep({ id: 'a', large: 1.5 })).rejects.toThrow();
        await expect(keep({ id: 'a', small: 2 ** 31 })).rejects.toThrow();
        const wrong = { large: 'many', flag: 'perhaps', real: 'some' };
        for (const [column, value] of Object.entries(wrong)) {
          await expect(keep({ id: 'a', [column]: value }), column).rejects.toThrow();
        }
        const document = '{not json' as unknown as ReturnType<typeof json>;
        const writing = database.withTransaction(
          async (transaction) => await transaction.insertInto('samples').values({ id: 'a', document }).execute(),
        );
        await expect(writing).rejects.toThrow();
      });

      it('rejects values that would be read back differently, before sending them', async () => {
        for (const id of ['nul \0', 'lone \ud800']) {
          await expect(keep({ id })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
        }
        for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, new Date(0), {}]) {
          const asking = () =>
            database.reader
              .selectFrom('samples')
              .select('id')
              .where('real', '=', value as number)
              .execute();
          await expect(asking()).rejects.toThrow(TypeError);
        }
      });

      it('text is ordered by code points and compared with its case', async () => {
        for (const id of ['b', 'B', 'a', 'é', 'Z', '_', 'a b']) await keep({ id });
        const ordered = await database.reader.selectFrom('samples').select('id').orderBy('id').execute();
        expect(ordered.map(({ id }) => id)).toEqual(['B', 'Z', '_', 'a', 'a b', 'b', 'é']);
        const alike = await database.reader.selectFrom('samples').select('id').where('id', 'like', 'B%').execute();
        expect(alike).toEqual([{ id: 'B' }]);
      });
    });

    describe('constraints', () => {
      it('distinguishes which constraint was violated', async () => {
        await keep({ id: 'a' });
        const kindOf = async (attempt: Promise<unknown>) => brokenConstraint(await attempt.catch((error) => error));
        const insert = (row: SampleTables['work']) =>
          database.withTransaction(async (transaction) => await transaction.insertInto('work').values(row).execute());
        expect(await kindOf(keep({ id: 'a' }))).toBe('unique');
        const work = { id: 'w', position: 1, state: 'waiting', owner: null } as const;
        expect(await kindOf(insert({ ...work, owner: 'nobody' }))).toBe('foreign key');
        expect(await kindOf(insert({ ...work, state: null as unknown as 'waiting' }))).toBe('not null');
        expect(await kindOf(insert({ ...work, id: null as unknown as string }))).toBe('not null');
        const total = database.withTransaction(
          async (transaction) =>
            await transaction
              .insertInto('totals')
              .values({ name: null as unknown as string, amount: 1 })
              .execute(),
        );
        expect(await kindOf(total)).toBe('not null');
        expect(await kindOf(insert({ ...work, owner: 'a' }))).toBeUndefined();
        expect(await kindOf(Promise.reject(new Error('other')))).toBeUndefined();
      });

      it('an upsert handles a conflict and reports what it did', async () => {
        const upsert = async (amount: number) =>
          await database.withTransaction(
            async (transaction) =>
              await transaction
                .insertInto('totals')
                .values({ name: 'visits', amount })
                .onConflict((conflict) =>
                  conflict
                    .column('name')
                    .doUpdateSet(({ ref, eb }) => ({ amount: eb(ref('totals.amount'), '+', ref('excluded.amount')) })),
                )
                .returning('amount')
                .executeTakeFirst(),
          );
        expect([await upsert(2), await upsert(3)]).toEqual([{ amount: 2 }, { amount: 5 }]);
        const ignored = await database.withTransaction(
          async (transaction) =>
            await transaction
              .insertInto('totals')
              .values({ name: 'visits', amount: 9 })
              .onConflict((conflict) => conflict.doNothing())
              .returning('amount')
              .executeTakeFirst(),
        );
        expect(ignored).toBeUndefined();
      });

      it('a conditional update reports how many rows changed', async () => {
        for (const id of ['a', 'b']) await keep({ id, small: 1 });
        await database.withTransaction(async (transaction) => {
          const updated = await transaction.updateTable('samples').set({ small: 2 }).executeTakeFirstOrThrow();
          expect(updated.numUpdatedRows).toBe(2n);
          const none = await transaction.deleteFrom('samples').where('small', '=', 1).executeTakeFirstOrThrow();
          expect(none.numDeletedRows).toBe(0n);
        });
      });
    });

    describe('transactions', () => {
      it('a transaction commits completely or not at all', async () => {
        const failing = database.withTransaction(async (transaction) => {
          await transaction.insertInto('samples').values({ id: 'a' }).execute();
          await transaction.insertInto('samples').values({ id: 'b' }).execute();
          throw new Error('no further');
        });
        await expect(failing).rejects.toThrow('no further');
        expect(await database.reader.selectFrom('samples').selectAll().execute()).toEqual([]);
        await keep({ id: 'a' });
      });

      it('writing transactions run one after the other, so that what was read stays true', async () => {
        const other = (await place.open()).tables<SampleTables>();
        const increment = async (on: Database<SampleTables>): Promise<void> =>
          await on.withTransaction(async (transaction) => {
            const { amount } = await transaction.selectFrom('totals').select('amount').executeTakeFirstOrThrow();
            await sleep(1);
            await transaction
              .updateTable('totals')
              .set({ amount: amount + 1 })
              .execute();
          });
        await Promise.all(Array.from({ length: 40 }, (_, index) => increment(index % 2 === 0 ? database : other)));
        expect(await database.reader.selectFrom('totals').select('amount').executeTakeFirst()).toEqual({ amount: 40 });
      });

      it('colliding concurrent transactions are retried', async () => {
        for (const id of ['a', 'b']) await keep({ id, small: 0 });
        const other = (await place.open()).tables<SampleTables>();
        const increment = async (on: Database<SampleTables>, ids: readonly string[]): Promise<void> =>
          await on.withTransaction(
            async (transaction) => {
              for (const id of ids) {
                await transaction
                  .updateTable('samples')
                  .set(({ eb }) => ({ small: eb('small', '+', 1) }))
                  .where('id', '=', id)
                  .execute();
                await sleep(20);
              }
            },
            { concurrent: true },
          );
        // In opposite order: each waits for the row the other holds.
        await Promise.all([increment(database, ['a', 'b']), increment(other, ['b', 'a'])]);
        expect([(await sample('a')).small, (await sample('b')).small]).toEqual([2, 2]);
      });

      it('a failed statement spoils its transaction, caught or not', async () => {
        await keep({ id: 'there' });
        const swallowing = database.withTransaction(async (transaction) => {
          await transaction.insertInto('samples').values({ id: 'new' }).execute();
          await transaction
            .insertInto('samples')
            .values({ id: 'there' })
            .execute()
            .catch(() => {});
          await expect(transaction.selectFrom('samples').selectAll().execute()).rejects.toThrow();
        });
        await expect(swallowing).rejects.toThrow('rolled back instead of committed');
        expect(await database.reader.selectFrom('samples').select('id').execute()).toEqual([{ id: 'there' }]);
        await keep({ id: 'after' });
      });

      it('a query past an open transaction is rejected', async () => {
        const nested = database.withTransaction(async () => await database.withTransaction(async () => {}));
        await expect(nested).rejects.toThrow('query through the transaction');
        const around = database.withTransaction(async () => await sample('a'));
        await expect(around).rejects.toThrow('query through the transaction');
        let later: Promise<unknown> = Promise.resolve();
        await database.withTransaction(async () => {
          later = sleep(50).then(() => database.reader.selectFrom('totals').selectAll().execute());
        });
        expect(await later).toHaveLength(1);
      });

      it('readers do not see a transaction before it commits', async () => {
        const other = (await place.open()).tables<SampleTables>();
        await database.withTransaction(async (transaction) => {
          await transaction.insertInto('samples').values({ id: 'new' }).execute();
          expect(await other.reader.selectFrom('samples').selectAll().execute()).toEqual([]);
        });
        expect(await other.reader.selectFrom('samples').select('id').execute()).toEqual([{ id: 'new' }]);
      });

      it('a commit does not change an open snapshot', async () => {
        const other = (await place.open()).tables<SampleTables>();
        await database.withSnapshot(async (reader) => {
          expect(await reader.selectFrom('samples').selectAll().execute()).toEqual([]);
          await other.withTransaction(
            async (transaction) => void (await transaction.insertInto('samples').values({ id: 'new' }).execute()),
          );
          expect(await reader.selectFrom('samples').selectAll().execute()).toEqual([]);
        });
      });

      it('committed data outlives its process', async () => {
        await keep({ id: 'kept', flag: true });
        await database.close();
        database = (await place.open()).tables<SampleTables>();
        expect(await sample('kept')).toMatchObject({ flag: true });
      });
    });

    describe('leadership', () => {
      it('one process leads at a time, and resigning frees the leadership', async () => {
        const other = await place.open();
        const leadership = await database.lead('scheduler');
        expect(leadership?.ended.aborted).toBe(false);
        expect(await other.lead('scheduler')).toBeUndefined();
        expect(await database.lead('scheduler')).toBeUndefined();
        expect(await other.lead('reaper')).toBeDefined();
        await leadership?.resign();
        expect(leadership?.ended.aborted).toBe(true);
        expect(await other.lead('scheduler')).toBeDefined();
        await other.close();
        expect(await database.lead('scheduler')).toBeDefined();
      });

      it('the leadership passes on when the leading process is killed', async () => {
        const leader = await startProcess('lead', 'leader', place);
        leader.begin();
        await leader.said(1);
        expect(leader.lines).toEqual(['leads']);
        expect(await database.lead('scheduler')).toBeUndefined();
        await leader.kill();
        // The server takes a while to notice a vanished session.
        let leadership = await database.lead('scheduler');
        for (let attempt = 0; leadership === undefined && attempt < 100; attempt++) {
          await sleep(50);
          leadership = await database.lead('scheduler');
        }
        expect(leadership).toBeDefined();
      });
    });

    it('reports its engine and location without the password', async () => {
      expect(database.engine).toBe(place.engine);
      expect(database.place).not.toContain('secret-');
    });

    it('rejects column types that differ between engines', async () => {
      const room = {
        room: 'other',
        migrations: [
          {
            name: '0001-moment',
            statements: ({ queries }: MigrationTools) => [
              queries.schema.createTable('moments').addColumn('at', 'timestamp'),
            ],
          },
        ],
      };
      await expect(migrate(database, [...SAMPLE_ROOMS, room], 1)).rejects.toThrow('does not mean the same');
    });

    it('runs engine-specific statements inside a transaction', async () => {
      const { rows } = await database.withTransaction(
        async (transaction) => await sql<{ one: number }>`select ${1} + 0 as one`.execute(transaction),
      );
      expect(rows).toEqual([{ one: 1 }]);
    });
  });
}
