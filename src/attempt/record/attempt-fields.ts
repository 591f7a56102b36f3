import type { Fault } from '../../fault/fault.ts';
import { numberOf, ownerOf } from '../../fault/fault-table.ts';
import type { GatewayFault } from '../../gateway/gateway.ts';
import type { RuleReport, SandboxDescription, SandboxEnding } from '../../sandbox/sandbox.ts';
import { type Attempt, type AttemptIdentity, MAX_FAULT_MESSAGE } from '../attempt.ts';

/** Converts limits to the names used in records: `wallMilliseconds` becomes `wall_ms`. */
export function limitsField(limits: object): Record<string, number> {
  const named = Object.entries(limits).map(([name, limit]) => [
    name.replace(/Milliseconds$/, 'Ms').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    Math.round(Number(limit)),
  ]);
  return Object.fromEntries(named);
}

export function sandboxField({ driver, tier, python, architecture, cgroup }: SandboxDescription): Attempt['sandbox'] {
  const isolation = tier === 'none' ? 'none' : 'full';
  return { driver, tier, python, architecture, cgroup, isolation } satisfies AttemptIdentity['sandbox'];
}

export function endingField(ending: SandboxEnding): NonNullable<Attempt['ending']> {
  switch (ending.kind) {
    case 'finished':
      return { kind: ending.kind, exit_code: ending.exitCode };
    case 'crashed':
      return { kind: ending.kind, signal: ending.signal };
    default:
      return { kind: ending.kind };
  }
}

/** Details come from the agent, so invalid Unicode is repaired as in messages. */
export function rulesField(report: RuleReport): NonNullable<Attempt['rules']> {
  const { events, refused, noted, tampered, counts, modules } = report;
  return {
    refused,
    noted,
    ...(tampered && { tampered }),
    ...(counts && { counts }),
    ...(modules && { modules: modules.map((name) => name.toWellFormed()) }),
    events: events.map((each) => ({ ...each, detail: each.detail.toWellFormed() })),
  };
}

/** A fault as the gateway and the reader of answers report it. */
export type RecordedFault = Pick<GatewayFault, 'code' | 'message' | 'confirmedBy'>;

/** A message may quote the agent, so it is truncated and invalid Unicode is repaired before it is stored. */
export function faultField(fault: Fault | RecordedFault): Attempt['fault'] {
  const { code } = fault;
  const message = fault.message.slice(0, MAX_FAULT_MESSAGE).toWellFormed();
  const confirmedBy = 'confirmedBy' in fault ? fault.confirmedBy : undefined;
  return {
    code,
    number: numberOf(code),
    owner: ownerOf(code),
    message,
    ...(confirmedBy && { confirmed_by: confirmedBy }),
  };
}
