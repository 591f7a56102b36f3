import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaSecret } from '../../arena/arena-secret.ts';
import {
  type CheckResult,
  checkBlobs,
  checkCorpus,
  checkCredentials,
  checkEvidence,
  checkLeases,
  checkProblems,
  checkQueue,
  type Finding,
  releaseLeases,
} from '../../arena/operator.ts';
import { stuckWork } from '../../board/admin.ts';
import { verifyHistory } from '../../chain/local.ts';
import { type PublishedHead, verifyBank } from '../../problems/suites.ts';
import { type EventHead, verifyEvents } from '../../store/database.ts';
import { findLeftovers, PRIVATE_FILE } from '../../store/files.ts';
import { counted } from '../../text/counted.ts';
import type { ArenaStorage } from '../start/open-arena.ts';
import { SECRET_FILE } from '../start/read-secret.ts';

/** The arena as seen by the checks. */
export interface CheckedArena extends ArenaStorage {
  readonly policy: Arena['policy'];
  readonly folder: string;
  /** `undefined` if this machine has none. */
  readonly readSecret: (() => ArenaSecret) | undefined;
  readonly bankFolder: string | undefined;
  readonly hasLocalChain: boolean;
  /** A head of the public ledger recorded earlier. */
  readonly known: EventHead | undefined;
  /** Checks sizes instead of contents, and no signatures. */
  readonly quick: boolean;
  readonly who: string;
  readonly onProgress?: ((check: string, examined: number) => void) | undefined;
}

export interface Check {
  readonly name: string;
  /** What is counted, as a plural noun. */
  readonly of: string;
  /** The reason if the check cannot run. */
  skip?(arena: CheckedArena): string | undefined | Promise<string | undefined>;
  run(arena: CheckedArena): Promise<CheckResult>;
  /** What was repaired, in a sentence; nothing if there was nothing safe to repair. */
  repair?(arena: CheckedArena): Promise<string | undefined>;
}

const HOUR_SECONDS = 3_600;
const RESTORE = 'Nothing from there on can be trusted. Restore the database from a backup.';

const ledger: Check = {
  name: 'ledger',
  of: 'events',
  run: async ({ database, known }) => {
    const verified = await verifyEvents(database, known);
    if (verified.ok) return { examined: verified.head.sequence, findings: [] };
    const { sequence, reason } = verified;
    const subject = `event ${sequence}`;
    const what = `The public ledger is broken at event ${sequence}: ${reason}.`;
    return { examined: sequence - 1, findings: [{ subject, what, fault: 'operator', action: RESTORE }] };
  },
};

const chain: Check = {
  name: 'chain',
  of: 'events of the local chain',
  skip: ({ hasLocalChain }) => (hasLocalChain ? undefined : 'weights go to another chain'),
  run: async ({ database }) => {
    const verified = await verifyHistory(database.reader);
    if (verified.ok) return { examined: verified.events, findings: [] };
    const { sequence, reason, events } = verified;
    const subject = `chain event ${sequence}`;
    const what = `The local chain is broken at event ${sequence}: ${reason}.`;
    return { examined: events, findings: [{ subject, what, fault: 'operator', action: RESTORE }] };
  },
};

const leases: Check = {
  name: 'leases',
  of: 'active runs',
  run: checkLeases,
  repair: async (arena) => {
    const released = await releaseLeases(arena, arena.who);
    return released === 0
      ? undefined
      : `Released ${counted(released, 'run')} whose lease has expired or whose validator may not hold runs.`;
  },
};

const queue: Check = { name: 'queue', of: 'work items', run: checkQueue };

const stuck: Check = {
  name: 'stuck',
  of: 'races and audits without progress',
  skip: async ({ database }) => {
    const leadership = await database.lead('housekeeping');
    await leadership?.resign();
    return leadership === undefined ? undefined : 'no server is running, so everything waits';
  },
  run: async (arena) => {
    const { stuck: found } = await stuckWork(arena, { older_than_seconds: HOUR_SECONDS });
    const findings = found
      .filter(({ kind }) => kind === 'race' || kind === 'audit')
      .map(
        ({ kind, id, why, action }): Finding => ({ subject: `${kind} ${id}`, what: why, fault: 'platform', action }),
      );
    return { examined: findings.length, findings };
  },
};

const problems: Check = {
  name: 'problems',
  of: 'problem sets and draws',
  run: (arena) => checkProblems(arena, arena.bankFolder),
};

const bank: Check = {
  name: 'bank',
  of: 'lines of its ledger',
  skip: ({ bankFolder }) => (bankFolder === undefined ? 'there is no bank here: name it with --bank' : undefined),
  run: async ({ database, bankFolder }) => {
    const events = await database.reader
      .selectFrom('events')
      .select('data')
      .where('subject', '=', 'bank')
      .where('what', 'in', ['bank.advanced', 'bank.rewritten'])
      .orderBy('sequence')
      .execute();
    const published = events.map(({ data }) => data as unknown as PublishedHead);
    const { lines, findings } = await verifyBank(bankFolder!, { published });
    return {
      examined: lines,
      findings: findings.map((what) => ({
        subject: 'bank',
        what,
        fault: 'operator',
        action: '`assay problems bank verify` checks only the bank. Restore it from a backup.',
      })),
    };
  },
};

const blobs: Check = {
  name: 'blobs',
  of: 'files in the blob store',
  run: (arena) => checkBlobs(arena, { quick: arena.quick, onExamined: (count) => arena.onProgress?.('blobs', count) }),
};

const evidence: Check = {
  name: 'evidence',
  of: 'scored runs with signed evidence',
  skip: ({ quick }) => (quick ? 'it reads every file (--quick)' : undefined),
  run: (arena) => checkEvidence(arena, (count) => arena.onProgress?.('evidence', count)),
};

const corpus: Check = {
  name: 'corpus',
  of: 'releases and withdrawals',
  run: (arena) => checkCorpus(arena, arena),
};

const credentials: Check = {
  name: 'credentials',
  of: 'stored credentials and webhooks',
  skip: ({ readSecret }) =>
    readSecret === undefined ? 'the secret of the arena is not here: set ASSAY_SECRET' : undefined,
  run: (arena) => checkCredentials({ database: arena.database, secret: arena.readSecret!() }),
};

const OTHERS = 0o077;

const files: Check = {
  name: 'files',
  of: 'temporary files, and permissions of the secret',
  run: async (arena) => {
    const { folder } = arena;
    const findings: Finding[] = leftoversIn(arena).map((path) => ({
      subject: path,
      what: 'An interrupted write left this temporary file. Nothing uses it.',
      fault: 'platform',
      action: 'Run the command with --repair: it is deleted.',
    }));
    if (isOpenSecret(folder)) {
      findings.push({
        subject: join(folder, SECRET_FILE),
        what: 'Other users of this machine can read the secret of the arena.',
        fault: 'operator',
        action:
          'Run the command with --repair: its permissions are set to 600. Then rotate it: `assay admin rotate-secret`.',
      });
    }
    return { examined: findings.length, findings };
  },
  repair: async (arena) => {
    const { folder } = arena;
    const left = leftoversIn(arena);
    for (const path of left) rmSync(path, { force: true });
    const isOpen = isOpenSecret(folder);
    if (isOpen) chmodSync(join(folder, SECRET_FILE), PRIVATE_FILE);
    const done = [
      ...(left.length > 0 ? [`deleted ${left.length} temporary files of interrupted writes`] : []),
      ...(isOpen ? ['removed the permission of other users to read the secret'] : []),
    ].join(' and ');
    return done === '' ? undefined : `${done[0]!.toUpperCase()}${done.slice(1)}.`;
  },
};

/** Other files in the data folder belong to others, such as validators on this machine. */
function leftoversIn({ folder, bankFolder }: CheckedArena): readonly string[] {
  const places = [
    { place: folder, recursive: false },
    { place: join(folder, 'blobs'), recursive: true },
    ...(bankFolder === undefined ? [] : [{ place: bankFolder, recursive: true }]),
  ];
  return places.flatMap(({ place, recursive }) => (existsSync(place) ? findLeftovers(place, { recursive }) : []));
}

function isOpenSecret(folder: string): boolean {
  const found = statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false });
  return found !== undefined && (found.mode & OTHERS) !== 0;
}

/** The ledger first: if it is broken, nothing is repaired. */
export const CHECKS: readonly Check[] = [
  ledger,
  chain,
  leases,
  queue,
  stuck,
  problems,
  bank,
  blobs,
  evidence,
  corpus,
  credentials,
  files,
];
