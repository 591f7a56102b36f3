import type { SandboxEnding } from '../sandbox.ts';

/** What a sandbox promises. Every attack is on one of these. */
export const GUARANTEES = {
  network: 'only the gateway can be reached',
  gateway: 'the gateway has one socket, which nothing else can replace',
  'host-files': 'no file of the host can be read or changed',
  'host-processes': 'no process of the host can be seen or signalled',
  'other-agents': 'agents cannot reach each other',
  grader: 'answer keys and grader are not accessible to agents',
  secrets: 'no secret of the host can be seen',
  privileges: 'no privileges, and no way to gain any',
  'kernel-surface': 'system calls that agents do not need are blocked',
  memory: 'memory of all processes together is limited',
  cpu: 'processor time of all processes together is limited',
  processes: 'the number of processes is limited',
  files: 'scratch space and open files are limited',
  output: 'output is limited and harmless',
  'wall-clock': 'an agent is stopped at its time limit',
  answer: 'anything that is not a valid answer is rejected',
  'nothing-left-behind': 'no files or processes remain afterwards',
} as const;

export type SandboxGuarantee = keyof typeof GUARANTEES;

/** What must come out of the answer pipe. */
export type ExpectedAnswer =
  /** A list of what the agent tried, each with whether it got through. */
  | 'report'
  /** One list in one document. */
  | 'accepted'
  /** Anything that a reader turns down: no document, a broken one, or the runner's word that there is no answer. */
  | 'refused'
  | 'any';

export interface Attack {
  readonly name: string;
  /** In words. */
  readonly title: string;
  readonly promise: SandboxGuarantee;
  /** Every other ending means that something did not happen that should have, or the other way round. */
  readonly endings: readonly SandboxEnding['kind'][];
  readonly answer: ExpectedAnswer;
  /** `twice` for what may outlast a run, `at once` for two that look for each other. */
  readonly runs: 'once' | 'twice' | 'at once';
  /** Shows only in machine-wide counters, which another run would disturb. */
  readonly alone: boolean;
  /** Harmless even without isolation, where it must get through: that is how the doctor shows that it can see. */
  readonly control: boolean;
  /** What it reaches in a sandbox that brings a kernel of its own is that kernel. */
  readonly harmlessOnOwnKernel: boolean;
  readonly source: Uint8Array;
}
