/**
 * Prints how much code a commit has, as the table of docs/architecture.md:
 *
 *   node scripts/count-lines.ts 6d542a3 HEAD
 */
import { execFileSync } from 'node:child_process';

/** The first that a path matches is its kind; other files, such as data and the agents that others wrote, do not count. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'tests, TypeScript',
    /^(src|web|test|scripts|bench)\/.*(\.test\.tsx?$|\/testing\/.*\.tsx?$)|^(web\/)?test\/.*\.tsx?$/,
  ],
  ['tests, Python', /^python\/.*(^|\/)(tests?\/.*|test_[^/]*|conftest)\.py$/],
  ['product, TypeScript: words that describe products', /^src\/problems\/language\/(lexicon|reserved)\/.*\.ts$/],
  ['product, TypeScript: dashboard', /^web\/src\/.*\.tsx?$/],
  ['product, TypeScript: rooms', /^src\/.*\.ts$|^bin\/.*\.js$/],
  ['product, Python', /^python\/.*\.py$|^agents\/[^/]*\.py$/],
  ['scripts and benchmarks', /^(scripts|bench)\/.*\.(ts|js|py)$/],
];

interface Count {
  files: number;
  lines: number;
}

const revisions = process.argv.slice(2);
const counts = revisions.map(countsOf);
console.log(`| | ${revisions.join(' | ')} |\n|---|${revisions.map(() => '--:|').join('')}`);
for (const [kind] of KINDS.toSorted(([one], [other]) => one.localeCompare(other))) {
  console.log(`| ${kind} | ${counts.map((count) => shown(count.get(kind))).join(' | ')} |`);
}

function countsOf(revision: string): ReadonlyMap<string, Count> {
  const found = execFileSync('git', ['grep', '-c', '', revision, '--', '*.ts', '*.tsx', '*.js', '*.py'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const counted = new Map<string, Count>();
  for (const line of found.trim().split('\n')) {
    const [, path, lines] = /^[^:]*:(.*):(\d+)$/.exec(line)!;
    const kind = KINDS.find(([, pattern]) => pattern.test(path!))?.[0];
    if (kind === undefined) continue;
    const count = counted.get(kind) ?? { files: 0, lines: 0 };
    counted.set(kind, { files: count.files + 1, lines: count.lines + Number(lines) });
  }
  return counted;
}

function shown(count: Count | undefined): string {
  return `${(count?.lines ?? 0).toLocaleString('en')} in ${(count?.files ?? 0).toLocaleString('en')} files`;
}
