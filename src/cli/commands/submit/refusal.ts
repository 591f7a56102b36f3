import { minerAgentsSchema, refusalDetailsSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { durationText, whenText } from '../../output/format-time.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { printFindings } from '../../output/print-findings.ts';
import type { Terminal } from '../../output/terminal.ts';

/** Tells a contestant why a file was rejected and what that cost. Rethrows any other error. */
export async function printRefusal(
  error: unknown,
  { arena, agentFile }: { readonly arena: ArenaClient; readonly agentFile: string },
  terminal: Terminal,
): Promise<void> {
  if (!Fault.isInstance(error)) throw error;
  switch (error.code) {
    case 'CODE_ANALYSIS_ERROR':
      refused(error, agentFile, await costOf(error, arena), terminal);
      break;
    case 'COOLDOWN_ACTIVE':
      early(error, terminal);
      break;
    default:
      throw error;
  }
  const { code, owner, message, extra } = error;
  const remedy = Fault.remedyFor(error);
  const { status: _, ...details } = extra;
  terminal.report({ admission_status: 'REJECTED', error: { code, owner, message, remedy }, ...details });
  process.exitCode = 1;
}

/** The rejection may be an earlier one, returned again under its idempotency key; this is the wait from now. */
async function costOf({ extra }: Fault, arena: ArenaClient): Promise<string> {
  if (extra.remaining_seconds === 0) return 'which costs nothing. Fix what is listed and submit again.';
  try {
    const { now } = await arenaTime(arena);
    const answer = minerAgentsSchema.pick({ next_allowed_at: true });
    const { next_allowed_at: next } = await askArena(arena, { path: '/v1/miner/agents', answer, signed: true });
    if (next === null) return 'some time ago. You can submit now; --again checks the same file again.';
    return withGivenOptions(
      `and the next submission is possible ${whenText(next, now)}. \`assay submit --dry-run\` is free meanwhile.`,
    );
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return `and the next submission is possible ${durationText(Number(extra.remaining_seconds))} after that.`;
  }
}

function refused(error: Fault, agentFile: string, cost: string, terminal: Terminal): void {
  const details = refusalDetailsSchema.safeParse(error.extra);
  if (!details.success) throw error;
  printFindings(details.data.violations, details.data.omitted, terminal);
  terminal.print(oneLine(`${agentFile}: rejected, ${cost}`));
}

function early(error: Fault, terminal: Terminal): void {
  const wait = durationText(Number(error.extra.remaining_seconds));
  terminal.print(oneLine(`${error.message} That is ${wait}.`));
  terminal.print(`  → ${oneLine(withGivenOptions(Fault.remedyFor(error)))}`);
}
