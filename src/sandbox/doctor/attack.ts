import type { SandboxEnding } from '../sandbox.ts';

/** The guarantees of a sandbox. Every attack targets one of them. */
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

/** Expected content of the answer pipe. */
export type ExpectedAnswer =
  /** A list of the agent's attempts, each with whether it succeeded. */
  | 'report'
  /** One list in one document. */
  | 'accepted'
  /** Anything that the reader rejects: no document, a broken one, or the runner's report that there is no answer. */
  | 'refused'
  | 'any';

export interface Attack {
  readonly name: string;
  /** Description for people. */
  readonly title: string;
  readonly promise: SandboxGuarantee;
  /** Expected endings; any other ending means that the sandbox did not behave as promised. */
  readonly endings: readonly SandboxEnding['kind'][];
  readonly answer: ExpectedAnswer;
  /** `twice` for effects that may outlast a run, `at once` for two runs that look for each other. */
  readonly runs: 'once' | 'twice' | 'at once';
  /** Visible only in machine-wide counters, which another run would disturb. */
  readonly alone: boolean;
  /** Harmless even without isolation, where it must succeed: this shows that the doctor can detect a success. */
  readonly control: boolean;
  /** In a sandbox with its own kernel, this attack reaches only that kernel. */
  readonly harmlessOnOwnKernel: boolean;
  readonly source: Uint8Array;
}
