import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../sha256.ts';
import type { Database } from './database.ts';
import { type Engine, engineOf } from './engine.ts';
import type { Migration, RoomMigrations } from './migration.ts';

interface AppliedMigration {
  readonly room: string;
  /** Counted from 1 in each room. */
  readonly position: number;
  readonly name: string;
  readonly sha256: string;
  readonly applied_at: number;
}

interface MigrationTables {
  readonly applied_migrations: AppliedMigration;
}

interface Step {
  readonly room: string;
  readonly position: number;
  readonly migration: Migration;
}

/**
 * Applies the missing migrations, and returns their names. Each migration is one transaction, which also checks whether
 * another process has applied it meanwhile. Throws without changes when a migration was edited after it was applied or
 * when the database has migrations that this program does not have.
 */
export async function migrate<Tables>(
  opened: Database<Tables>,
  rooms: readonly RoomMigrations[],
  now: number,
): Promise<readonly string[]> {
  checkNames(rooms);
  const database = opened.tables<MigrationTables>();
  const missing = await database.withTransaction(async (transaction) => {
    await makeLedger(transaction);
    const ledger = await readLedger(transaction);
    check(transaction, rooms, ledger, database.place);
    return missingSteps(rooms, ledger);
  });
  const done: string[] = [];
  for (const step of missing) {
    const applied = await database.withTransaction(async (transaction) => {
      const ledger = await readLedger(transaction);
      check(transaction, rooms, ledger, database.place);
      if (isApplied(step, ledger)) return false;
      await apply(transaction, step, now);
      return true;
    });
    if (applied) done.push(nameOf(step.room, step.migration.name));
  }
  return done;
}

/** Throws unless the database has exactly this program's migrations; applies none. */
export async function requireMigrated<Tables>(
  opened: Database<Tables>,
  rooms: readonly RoomMigrations[],
): Promise<void> {
  const database = opened.tables<MigrationTables>();
  await database.withTransaction(async (transaction) => {
    await makeLedger(transaction);
    const ledger = await readLedger(transaction);
    check(transaction, rooms, ledger, database.place);
    const [missing] = missingSteps(rooms, ledger);
    if (missing !== undefined) throw olderFault(nameOf(missing.room, missing.migration.name), database.place);
  });
}

function stepsOf({ room, migrations }: RoomMigrations): Step[] {
  return migrations.map((migration, index) => ({ room, position: index + 1, migration }));
}

function missingSteps(rooms: readonly RoomMigrations[], ledger: readonly AppliedMigration[]): readonly Step[] {
  return rooms.flatMap(stepsOf).filter((step) => !isApplied(step, ledger));
}

function isApplied(step: Step, ledger: readonly AppliedMigration[]): boolean {
  return ledger.some(({ room, position }) => room === step.room && position === step.position);
}

function nameOf(room: string, migration: string): string {
  return `${room}/${migration}`;
}

async function apply<Tables>(opened: Transaction<Tables>, step: Step, now: number): Promise<void> {
  const transaction = opened as unknown as Transaction<MigrationTables>;
  const { room, position, migration } = step;
  const { statements, sha256 } = compileMigration(migration, transaction);
  for (const statement of statements) await transaction.executeQuery(statement);
  await transaction
    .insertInto('applied_migrations')
    .values({ room, position, name: migration.name, sha256, applied_at: now })
    .execute();
}

async function makeLedger<Tables>(transaction: Transaction<Tables>): Promise<void> {
  await transaction.schema
    .createTable('applied_migrations')
    .ifNotExists()
    .addColumn('room', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('applied_migrations_key', ['room', 'position'])
    .execute();
}

async function readLedger<Tables>(opened: Transaction<Tables>): Promise<readonly AppliedMigration[]> {
  const transaction = opened as unknown as Transaction<MigrationTables>;
  return await transaction.selectFrom('applied_migrations').selectAll().orderBy('room').orderBy('position').execute();
}

function check<Tables>(
  transaction: Transaction<Tables>,
  rooms: readonly RoomMigrations[],
  ledger: readonly AppliedMigration[],
  place: string,
): void {
  for (const { room, position, name, sha256 } of ledger) {
    const migration = rooms.find((known) => known.room === room)?.migrations[position - 1];
    if (migration === undefined) throw newerFault(nameOf(room, name), place);
    if (migration.name !== name || compileMigration(migration, transaction).sha256 !== sha256) {
      throw editedFault(nameOf(room, name), place);
    }
  }
}

function checkNames(rooms: readonly RoomMigrations[]): void {
  if (new Set(rooms.map(({ room }) => room)).size < rooms.length) throw new TypeError('a room is listed twice');
  for (const { room, migrations } of rooms) {
    const names = migrations.map(({ name }) => name);
    const sorted = [...new Set(names)].sort();
    if (sorted.join('\n') !== names.join('\n')) throw new TypeError(`the migrations of ${room} are not in order`);
  }
}

function olderFault(name: string, place: string): Fault {
  return new Fault('STORAGE_FAILED', {
    message: `${place} is older than this program: migration ${name} has not been applied.`,
    remedy: 'Start `assay serve` of this version on it once, or use the version of Assay that the server runs.',
  });
}

function newerFault(name: string, place: string): Fault {
  return new Fault('STORAGE_FAILED', {
    message: `${place} is newer than this program: migration ${name} was applied, which this program does not have.`,
    remedy: 'Use the newer version of Assay, or restore an earlier backup.',
  });
}

function editedFault(name: string, place: string): Fault {
  return new Fault('STORAGE_FAILED', {
    message: `Migration ${name} differs from the one applied to ${place}.`,
    remedy:
      'Use the version of Assay that made the database. Developers: never edit an applied migration, add a new one.',
  });
}

export interface CompiledMigration {
  readonly statements: readonly CompiledQuery[];
  /** Hash of the executed statements: reformatting the code does not change it, changing a column does. */
  readonly sha256: string;
}

/** All applied migrations are checked before each missing one, so their compiled form is cached. */
const COMPILED: Readonly<Record<Engine, WeakMap<Migration, CompiledMigration>>> = {
  sqlite: new WeakMap(),
  postgres: new WeakMap(),
};

// biome-ignore lint/suspicious/noExplicitAny: see MigrationTools.
export function compileMigration(migration: Migration, queries: Kysely<any>): CompiledMigration {
  const engine = engineOf(queries);
  const known = COMPILED[engine].get(migration);
  if (known !== undefined) return known;
  const statements = migration
    .statements({ engine, queries })
    .map((statement) => (typeof statement === 'string' ? CompiledQuery.raw(statement) : statement.compile()));
  const executed = statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(String) }));
  const compiled = { statements, sha256: sha256(canonicalJson(executed)) };
  COMPILED[engine].set(migration, compiled);
  return compiled;
}
