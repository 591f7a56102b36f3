import { writeSync } from 'node:fs';
import type { Transaction } from 'kysely';
import { appendEvent } from '../database/append-event.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { SAMPLE_ROOMS, type SampleTables } from './sample-tables.ts';

/**
 * Another process on the same database, for tests: `node database-process.ts TASK NAME FOLDER [URL]`. It prints
 * "ready", begins when it receives anything on standard input, and prints a line for each task once it is done and
 * acknowledged.
 */
const [task, name, folder, url] = process.argv.slice(2) as [string, string, string, string | undefined];
const opened = await openDatabase(url, { folder });
const database = opened.tables<SampleTables>();

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  migrate: async () => {
    for (const applied of await migrate(database, SAMPLE_ROOMS, 1)) say(applied);
  },

  /** Commits in an endless loop: a row, a total and an event, which must be stored together or not at all. */
  commit: async () => {
    for (let number = 1; ; number++) {
      await commitOnce(`${name}-${number}`);
      say(`${name}-${number}`);
    }
  },

  /** Appends only events, so that no shared row makes the processes wait for each other. */
  append: async () => {
    for (let number = 1; number <= 40; number++) {
      await database.withTransaction(async (transaction) => await tell(transaction, `${name}-${number}`));
      say(`${name}-${number}`);
    }
  },

  lead: async () => {
    const leadership = await database.lead('scheduler');
    say(leadership === undefined ? 'follows' : 'leads');
    if (leadership !== undefined) await new Promise(() => setInterval(() => {}, 1_000));
  },
};

async function commitOnce(id: string): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction.insertInto('samples').values({ id, large: 1 }).execute();
    await transaction
      .updateTable('totals')
      .set(({ eb }) => ({ amount: eb('amount', '+', 1) }))
      .execute();
    await tell(transaction, id);
  });
}

async function tell(transaction: Transaction<SampleTables>, subject: string): Promise<void> {
  const why = 'the test asked';
  await appendEvent(transaction, { who: name, what: 'sample.kept', when: 1, why, subject, data: { subject } });
}

/** Writes synchronously, without a buffer: the parent must receive the line even if the process is killed now. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

say('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.destroy();
await tasks[task]!();
await database.close();
