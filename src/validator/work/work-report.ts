import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';
import type { WorkReport } from '../../arena/wire.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { SandboxDescription } from '../../sandbox/sandbox.ts';
import { sha256 } from '../../store/sha256.ts';
import { diskSpace } from '../disk-space.ts';

export interface ReportedMachine {
  readonly data: string;
  readonly programVersion: string;
  readonly sandbox: SandboxDescription;
  /** Sandboxes in use right now. */
  readonly sandboxes: number;
}

/** Status of the machine, sent with claims and heartbeats. */
export function workReport({ data, programVersion, sandbox, sandboxes }: ReportedMachine): WorkReport {
  return {
    // Equal hashes mean equal versions: the arena uses them to find validators that should agree.
    service_versions: { validator: shortHash(programVersion), sandbox: shortHash(canonicalJson(sandbox)) },
    cpu_pct: percent((loadavg()[0]! / availableParallelism()) * 100),
    ram_pct: percent((1 - freemem() / totalmem()) * 100),
    disk_pct: percent(diskSpace(data).usedPercent),
    docker_container_count: sandboxes,
  };
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value * 10) / 10));
}

const HASH_DIGITS = 10;

function shortHash(text: string): string {
  return `sha256:${sha256(text).slice(0, HASH_DIGITS)}`;
}
