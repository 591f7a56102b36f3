import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { machineFactor } from './src/testing/machine-factor.ts';
import { memoryFolder } from './src/testing/memory-folder.ts';

// Hundreds of processes and threads of ours are started from source; with its compiled code at hand each starts in a third
// of the time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));
const inMemory = process.env.TMPDIR === undefined ? memoryFolder() : undefined;
// Inherited by workers and by every process that tests start.
if (inMemory !== undefined) process.env.TMPDIR = inMemory;
// Measured before any test loads the machine; workers inherit it.
machineFactor();

const SUFFIXES = ['integration', 'browser', 'slow', 'nightly'] as const;
const COMMANDS = ['src/cli/**/*.integration.test.ts'];
const HOSTILE = ['src/sandbox/doctor/*.slow.test.ts'];
const shared = { globalSetup: ['src/testing/share-run-folder.ts', 'src/store/testing/share-postgres.ts'] };

/** The name of a test file says its tier; `CONTRIBUTING.md` explains them. */
function filesOf(suffix: (typeof SUFFIXES)[number]): string[] {
  return [`{src,scripts,test,web}/**/*.${suffix}.test.ts`];
}

// `npm test` leaves out tests with the tag `slow`, and CI runs them; CI leaves out those with the tag `nightly`.
const tags = [
  { name: 'slow', description: 'another case of something that a test without this tag shows' },
  { name: 'nightly', description: 'a whole arena on an engine with which CI tests its parts' },
];

/** Tests run in random order; groups of projects run one after the other. */
function inGroup(groupOrder: number) {
  return { tags, sequence: { shuffle: true, groupOrder } };
}

// Node loads the sources as it does for `assay`, without their types and from its compile cache. Vite would transform each
// module, and turn each use of an import into a call. The tests need nothing of Vite: they mock no module.
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const LONGEST = [
  'python-tests.slow',
  'train-run.slow',
  'trainers.slow',
  'race.slow',
  'analyse-agent.slow',
  'demo.integration',
];
// The pages come last: they show the contest that the test of the demonstration leaves, which begins long before them.
const PROJECTS = ['slow', 'integration-cli', 'integration', 'browser'];

/** The longest files begin first; at the end of a group one of them would keep a single core busy for minutes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (left, right) =>
        left.project.config.sequence.groupOrder - right.project.config.sequence.groupOrder ||
        PROJECTS.indexOf(left.project.name) - PROJECTS.indexOf(right.project.name) ||
        lengthRank(left) - lengthRank(right),
    );
  }
}

function lengthRank({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
}

// One less than there are cores would be one on a machine with two.
const COMPUTING_WORKERS = Math.max(2, availableParallelism() - 1);
// Most of these tests wait for processes, disks and clocks, so it takes several workers to keep a core busy.
const WAITING_WORKERS = Math.max(6, availableParallelism() - 1);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // With `isolate: false` a worker loads each module once for all its files, so a test must undo what it changes outside
    // its file.
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts,test,web}/**/*.test.ts'],
          exclude: SUFFIXES.flatMap(filesOf),
          setupFiles: ['src/testing/unit-setup.ts'],
          isolate: false,
          maxWorkers: COMPUTING_WORKERS,
          ...NATIVE,
          ...inGroup(0),
        },
      },
      {
        test: {
          name: 'integration',
          include: filesOf('integration'),
          exclude: COMMANDS,
          setupFiles: ['src/testing/setup.ts'],
          isolate: false,
          maxWorkers: WAITING_WORKERS,
          ...shared,
          ...NATIVE,
          ...inGroup(1),
        },
      },
      {
        test: {
          // Isolated: commands and validators in the process of a test leave more behind than a test can undo.
          name: 'integration-cli',
          include: COMMANDS,
          setupFiles: ['src/testing/setup.ts'],
          maxWorkers: WAITING_WORKERS,
          ...shared,
          ...NATIVE,
          ...inGroup(1),
        },
      },
      {
        test: {
          name: 'slow',
          include: filesOf('slow'),
          exclude: HOSTILE,
          setupFiles: ['src/testing/setup.ts'],
          maxWorkers: WAITING_WORKERS,
          ...shared,
          ...NATIVE,
          ...inGroup(1),
        },
      },
      {
        test: {
          // Minutes of computing that only a change of the generator or the simulated models can break; not in CI.
          name: 'nightly',
          include: filesOf('nightly'),
          setupFiles: ['src/testing/setup.ts'],
          maxWorkers: COMPUTING_WORKERS,
          ...NATIVE,
          ...inGroup(3),
        },
      },
      {
        test: {
          name: 'browser',
          include: filesOf('browser'),
          setupFiles: ['src/testing/setup.ts', 'web/test/setup.ts'],
          globalSetup: ['web/test/stage.ts'],
          isolate: false,
          maxWorkers: WAITING_WORKERS,
          // In one group with the integration tests, so that no core is idle while the last of them ends.
          ...NATIVE,
          ...inGroup(1),
        },
      },
      {
        test: {
          // Alone: hostile agents take what processor, memory and processes they can get, and other tests would be late.
          name: 'slow-hostile',
          include: HOSTILE,
          setupFiles: ['src/testing/setup.ts'],
          maxWorkers: 1,
          ...shared,
          ...NATIVE,
          ...inGroup(2),
        },
      },
    ],
  },
});
