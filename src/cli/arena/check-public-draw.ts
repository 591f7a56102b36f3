import { z } from 'zod';
import type { LedgerEventWire } from '../../board/ledger-event.ts';
import { parseSs58 } from '../../identity/ss58.ts';
import { parseSignature, verifyPlainOrWrapped } from '../../identity/text-signature.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Beacon, DrawDocument } from '../../problems/suites.ts';

/** Kinds of events about a draw. */
export const DRAW_EVENTS = ['race.committed', 'race.started'];

const committedSchema = z.object({
  race_id: z.string(),
  draw_commitment: z.string(),
  beacon: z.looseObject({ kind: z.string(), block: z.int().optional() }),
  wall_time: z.string(),
});
/** Arenas older than beacons publish the commitment when the race starts. */
const startedSchema = z.object({ race_id: z.string(), draw_commitment: z.string(), beacon: z.json().optional() });

export interface PublishedDraw {
  /** `undefined` when the ledger has none for this race. */
  readonly commitment: string | undefined;
  /** Contradictions between the draw and the public ledger. */
  readonly findings: readonly string[];
}

/** Compares a draw with what the arena published before and during the race. */
export function checkPublicDraw(draw: DrawDocument, events: readonly LedgerEventWire[]): PublishedDraw {
  const committed = eventsOf(events, 'race.committed', committedSchema, draw.race);
  const started = eventsOf(events, 'race.started', startedSchema, draw.race);
  const commitment = (committed[0] ?? started[0])?.data.draw_commitment;
  const findings: string[] = [];
  if (committed.length > 1) findings.push(`ledger: ${committed.length} commitments for one race`);
  if (!('beacon' in draw) || draw.beacon === null) return { commitment, findings };
  const [promise] = committed;
  if (promise === undefined) return { commitment, findings: ['ledger: no commitment was published before the draw'] };
  if (started[0] === undefined) findings.push('ledger: the race never started');
  else if (canonicalJson(started[0].data.beacon) !== canonicalJson(draw.beacon)) {
    findings.push('beacon: is not the one that was published when the race started');
  }
  return { commitment, findings: [...findings, ...checkSource(draw.beacon, promise)] };
}

interface Told<Data> {
  readonly event: LedgerEventWire;
  readonly data: Data;
}

function eventsOf<Schema extends z.ZodType<{ readonly race_id: string }>>(
  events: readonly LedgerEventWire[],
  what: string,
  schema: Schema,
  race: string,
): readonly Told<z.output<Schema>>[] {
  return events.flatMap((event) => {
    const parsed = event.what === what ? schema.safeParse(event.data) : undefined;
    return parsed?.success && parsed.data.race_id === race ? [{ event, data: parsed.data }] : [];
  });
}

/** Whether the beacon comes from the announced source. */
function checkSource(beacon: Beacon, { event, data }: Told<z.output<typeof committedSchema>>): readonly string[] {
  if (beacon.kind !== data.beacon.kind) return [`beacon: ${data.beacon.kind} was announced, ${beacon.kind} was used`];
  if (beacon.kind === 'chain') {
    return beacon.block === data.beacon.block
      ? []
      : [`beacon: block ${data.beacon.block} was announced, block ${beacon.block} was used`];
  }
  if (beacon.kind !== 'ledger') return [];
  const findings: string[] = [];
  if (beacon.sequence !== event.sequence || beacon.head !== event.hash) {
    findings.push(`beacon: its ledger head is not event ${event.sequence}, which published the commitment`);
  }
  const committedAt = Math.floor(Date.parse(data.wall_time) / 1_000);
  for (const { hotkey, message, signature } of beacon.signatures) {
    const signed = isSigned(hotkey, message, signature);
    if (!signed) findings.push(`beacon: ${hotkey} did not sign what stands under its name`);
    else if (signedAt(message) < committedAt - CLOCK_SKEW_SECONDS) {
      findings.push(`beacon: ${hotkey} signed before the commitment was published`);
    }
  }
  return findings;
}

/** Validators' clocks may differ this much from the arena's. */
const CLOCK_SKEW_SECONDS = 60;

function isSigned(hotkey: string, message: string, signature: string): boolean {
  const address = parseSs58(hotkey);
  const bytes = parseSignature(signature);
  if (!address.ok || bytes === undefined || message.split('\n')[5] !== hotkey) return false;
  return verifyPlainOrWrapped(Buffer.from(message), bytes, address.publicKey);
}

/** Unix seconds; the seventh line of a signed request. */
function signedAt(message: string): number {
  return Number(message.split('\n')[6]);
}
