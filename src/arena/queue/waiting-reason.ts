import { counted } from '../../text/counted.ts';
import type { Stop } from '../operator/stop-of.ts';
import type { WorkItem } from './item-runs.ts';

export interface WaitingFacts {
  readonly active: number;
  readonly included: number;
  readonly required: number;
  readonly disagreement: boolean;
  /** Versions before it in the queue. */
  readonly ahead: number;
  readonly stop: Stop | undefined;
  /** Recently seen validators, and how many of them could run it. */
  readonly connected: number;
  readonly free: number;
}

/** Why an open item is waiting, in a sentence or two; never empty. */
export function whyWaiting(facts: WaitingFacts): string {
  const { active, included, required } = facts;
  const under = active === 0 ? '' : `${counted(active, 'validator')} ${active === 1 ? 'runs' : 'run'} it now`;
  const done = included === 0 ? '' : `${included} of ${required} runs ${included === 1 ? 'is' : 'are'} done`;
  const so = [under, done].filter((part) => part !== '').join('; ');
  const why = active + included >= required ? '' : whyNotStarted(facts, required - active - included);
  return [so === '' ? '' : `${so}.`, why].filter((part) => part !== '').join(' ');
}

function whyNotStarted(facts: WaitingFacts, wanted: number): string {
  const { stop, connected, free, required, ahead, disagreement, active, included } = facts;
  if (stop !== undefined) {
    const until = stop.releaseAt === null ? '' : ` until ${new Date(stop.releaseAt).toISOString()}`;
    return `Claims are stopped by the operator${until}: ${stop.reason}`;
  }
  if (free < wanted) return waitingForValidators({ missing: wanted - free, required, connected });
  if (disagreement) return 'Its validators disagree, so one more run is needed.';
  const more = active + included === 0 ? '' : ` for the next run`;
  if (ahead === 0) return `It is next${more}.`;
  return `${ahead} ${ahead === 1 ? 'version is' : 'versions are'} ahead of it${more}.`;
}

export interface MissingValidators {
  readonly missing: number;
  /** Number of different validators whose runs make a score. */
  readonly required: number;
  readonly connected: number;
}

/** The same sentence in the queue, on the board, in `assay status` and in the output of `assay serve`. */
export function waitingForValidators({ missing, required, connected }: MissingValidators): string {
  const need = `a score needs runs by ${required === 1 ? '1 validator' : `${required} different validators`}`;
  if (connected === 0) return `Waiting for ${counted(missing, 'validator')}: ${need}, and none is connected.`;
  return `Waiting for ${missing} more ${missing === 1 ? 'validator' : 'validators'}: ${need}, and ${connected} ${connected === 1 ? 'is' : 'are'} connected.`;
}

/** Why a closed item is closed. */
export function whyClosed(
  item: Pick<WorkItem, 'close_reason'> & { readonly success_count: number },
  cancelReason: string | null,
): string {
  switch (item.close_reason) {
    case 'complete':
      return `${counted(item.success_count, 'validator')} ${item.success_count === 1 ? 'has' : 'have'} run it.`;
    case 'exhausted':
      return "It could not be run: too many runs failed for reasons that are not the agent's. That is our fault.";
    case 'agent fault':
      return 'It cannot be run: the validators that tried found that the agent itself is at fault.';
    default:
      return cancelReason === null ? 'Its evaluation was cancelled.' : `It was cancelled: ${cancelReason}`;
  }
}
