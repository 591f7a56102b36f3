import { z } from 'zod';
import type { LedgerEventWire } from '../../../board/ledger-event.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { type OwnVersionAnswer, type VersionAnswer, versionAnswerSchema } from '../../../client/licence-answers.ts';
import { Fault } from '../../../fault/fault.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownStatus } from '../../arena/own-status.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { oneLine } from '../../output/format-line.ts';
import { placeText } from '../../output/format-queue.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { printHowToExplain, printVersion } from '../../output/print-version.ts';
import type { Terminal } from '../../output/terminal.ts';
import { ledgerUpdates } from './events.ts';

const KINDS = 'version,run,item,submission';
const TIMEOUT_MILLISECONDS = 5 * 60_000;
const aboutVersion = z.looseObject({ agent_version_id: z.string() });
const ledgerHead = z.object({ head: z.int() });
const progress = z.looseObject({ done: z.int(), total: z.int() });

/** Waits until the qualifying runs of a version are over, and prints what happens meanwhile. */
export async function waitForScore(
  arena: ArenaClient,
  versionId: string,
  terminal: Terminal,
): Promise<VersionAnswer | OwnVersionAnswer | undefined> {
  const stop = new AbortController();
  void untilInterrupted().then(() => stop.abort());
  const watch = new Watch(arena, versionId, terminal);
  terminal.print('\nWaiting for its score; Ctrl-C stops waiting and does not cancel the submission.');
  const { head } = await askArena(arena, { path: '/v1/public/ledger', query: { limit: 1 }, answer: ledgerHead });
  for await (const ledgerUpdate of ledgerUpdates({ url: arena.url, kinds: KINDS, after: head, signal: stop.signal })) {
    if (ledgerUpdate.kind === 'event' && !watch.tell(ledgerUpdate.event)) continue;
    if (await watch.look(stop.signal)) break;
  }
  stop.abort();
  terminal.progress.done();
  const { status } = watch;
  if (status === undefined || !isOver(status)) {
    terminal.print(withGivenOptions(`\nIt stays in the queue. See \`assay status ${versionId}\`.`));
    process.exitCode = 2;
    return status;
  }
  terminal.print();
  const own = await ownStatus(arena, status, terminal);
  printVersion(own, { now: (await arenaTime(arena)).now, arenaUrl: arena.url }, terminal);
  printHowToExplain(own, terminal);
  process.exitCode = status.state === 'ELIGIBLE' ? 0 : 1;
  return own;
}

function isOver({ state }: VersionAnswer): boolean {
  return state === 'ELIGIBLE' || state === 'DISCARDED' || state === 'CANCELLED';
}

function isPassing(error: unknown): error is Fault {
  const passing = ['ARENA_UNREACHABLE', 'ARENA_BUSY', 'RATE_LIMIT_EXCEEDED', 'STORAGE_UNAVAILABLE'];
  return Fault.isInstance(error) && passing.includes(error.code);
}

/** Follows a version and remembers what was printed, so that nothing is printed twice. */
class Watch {
  status: VersionAnswer | undefined;
  readonly #arena: ArenaClient;
  readonly #versionId: string;
  readonly #terminal: Terminal;
  #said = '';
  #heardAt = performance.now();

  constructor(arena: ArenaClient, versionId: string, terminal: Terminal) {
    this.#arena = arena;
    this.#versionId = versionId;
    this.#terminal = terminal;
  }

  /** Whether the event may change the version's status. */
  tell({ what, why, data }: LedgerEventWire): boolean {
    const about = aboutVersion.safeParse(data);
    if (!about.success || about.data.agent_version_id !== this.#versionId) return false;
    const done = progress.safeParse(data);
    if (what === 'run.progress') {
      if (done.success) this.#terminal.progress.update('problems', done.data.done, done.data.total);
      return false;
    }
    this.#print(`${what}: ${why}`);
    return true;
  }

  /** Whether it is over. Temporary failures of the arena are tolerated until a timeout. */
  async look(signal: AbortSignal): Promise<boolean> {
    try {
      const path = `/v1/public/agent-versions/${this.#versionId}/status`;
      this.status = await askArena(this.#arena, { path, answer: versionAnswerSchema, signal });
      this.#heardAt = performance.now();
    } catch (error) {
      if (signal.aborted) return true;
      if (!isPassing(error) || performance.now() - this.#heardAt > TIMEOUT_MILLISECONDS) throw error;
      if (this.#isNew('away')) this.#print(`${error.message} Still trying.`);
      return false;
    }
    const { state, queue } = this.status;
    if (isOver(this.status)) return true;
    // The estimate changes all the time; only other changes are worth a line.
    if (this.#isNew(`${state} ${queue.position} ${queue.reason}`)) {
      this.#print(`${state}, ${placeText(queue, (await arenaTime(this.#arena)).now)}. ${queue.reason}`);
    }
    return false;
  }

  #isNew(what: string): boolean {
    const before = this.#said;
    this.#said = what;
    return what !== before;
  }

  #print(line: string): void {
    this.#terminal.progress.done();
    this.#terminal.print(`  ${new Date().toISOString().slice(11, 19)}  ${oneLine(line)}`);
  }
}
