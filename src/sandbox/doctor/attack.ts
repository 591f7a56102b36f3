import type { SandboxEnding } from '../sandbox.ts';

/** What a sandbox promises. Every attack is on one of these. */
export const GUARANTEES = {
  network: 'nothing outside can be reached but the gateway',
  gateway: 'the gateway has one socket, which nothing else can replace',
  'host-files': 'no file of the host can be read or changed',
  'host-processes': 'no process of the host can be touched',
  'other-agents': 'two agents never meet',
  grader: 'answers and grader are not there while an agent runs',
  secrets: 'nothing that is known outside can be seen inside',
  privileges: 'no rights, and no way to get any',
  'kernel-surface': 'calls that no agent needs do not reach the kernel',
  memory: 'memory is limited, over all processes together',
  cpu: 'computing time is limited, over all processes together',
  processes: 'processes are limited',
  files: 'scratch space and open files are limited',
  output: 'output is limited and harmless',
  'wall-clock': 'it ends when its time is up',
  answer: 'an answer is believed only as far as it is one',
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
