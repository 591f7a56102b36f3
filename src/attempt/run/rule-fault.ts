import type { RuleEvent, RuleReport } from '../../sandbox/sandbox.ts';
import type { AnswerFault } from './read-answer.ts';

interface RunTimeRule {
  readonly name: string;
  readonly applies: RegExp;
  readonly fix: string;
}

/** Checked in this order; the last one matches every event that Python reports. */
const RULES: readonly RunTimeRule[] = [
  {
    name: 'imports',
    applies: /^import$/,
    fix: 'Import only what docs/contestant.md lists; `assay check` says what to use instead.',
  },
  {
    name: 'network',
    applies: /^(socket|ssl|ftplib|smtplib|poplib|imaplib|nntplib|telnetlib|webbrowser)\./,
    fix: 'Use the kit (assay.chat, assay.tools, ProxyClient); it reaches the gateway and nothing else.',
  },
  {
    name: 'processes',
    applies: /^(subprocess\.|os\.(system|exec|fork|forkpty|posix_spawn|spawn|kill|killpg)$|pty\.|signal\.|cpython\.)/,
    fix: 'Stay in one process; threads and asyncio are allowed.',
  },
  {
    name: 'new code',
    applies: /^(compile|exec|marshal\.|code\.|function\.|pickle\.|object\.)/,
    fix: 'Put the code into the file. To read data use json.loads or ast.literal_eval.',
  },
  {
    name: 'files',
    applies: /^(open|os\.|shutil\.|tempfile\.|fcntl\.|mmap\.|sqlite3\.)/,
    fix: 'Read only the agent’s own folder and /tmp, and keep results in variables.',
  },
  {
    name: 'interpreter',
    applies: /^/,
    fix: 'Do not access the interpreter’s internals: frames, hooks, memory, other interpreters.',
  },
];

/** The fault of an agent that did something the rules refuse, whatever it answered. */
export function faultOfRules(report: RuleReport | undefined): AnswerFault | null {
  if (report === undefined) return null;
  const first = report.events.find(({ refused }) => refused);
  if (first !== undefined) return { code: 'AGENT_BROKE_RULE', message: messageOf(first, report.refused) };
  if (!report.tampered && report.refused === 0) return null;
  const message =
    'The rule on the interpreter was broken: the answer, or the report on the rules, was not written by the runner. Return the answer from agent_main and do not use the runner’s descriptors.';
  return { code: 'AGENT_BROKE_RULE', message };
}

/** The rule that an event belongs to. */
export function ruleOf(event: string): string {
  return RULES.find(({ applies }) => applies.test(event))!.name;
}

function messageOf({ event, detail, line }: RuleEvent, count: number): string {
  const { name, fix } = RULES.find(({ applies }) => applies.test(event))!;
  const where = line === null ? 'The agent' : `Line ${line}`;
  const what = detail === '' ? event : `${event} ${JSON.stringify(detail)}`;
  const more = count > 1 ? ` ${count} events were refused in total.` : '';
  return `${where} broke the rule on ${name}: ${what} was refused. ${fix}${more}`;
}
