import { hostname, release, version } from 'node:os';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Attack } from '../../sandbox/doctor.ts';
import type { SandboxDescription } from '../../sandbox/sandbox.ts';
import { sha256 } from '../../store/sha256.ts';

/** One hash over everything that decides whether a sandbox holds: what was found on one machine says nothing about another. */
export function machineState(
  { driver, tier, python, architecture, cgroup }: SandboxDescription,
  programVersion: string,
  attacks: readonly Attack[],
): string {
  return sha256(
    canonicalJson({
      sandbox: { driver, tier, python, architecture, cgroup },
      host: hostname(),
      user: process.getuid?.() ?? null,
      kernel: [release(), version()],
      program: programVersion,
      attacks: attacks.map(({ name, source }) => [name, sha256(source)]),
    }),
  );
}
