import { Command } from 'commander';
import { analyseAgent } from '../../arena/admission/analyse-agent.ts';
import type { Analysis } from '../../arena/admission/analysis.ts';
import { FINDINGS } from '../../arena/admission/finding-code.ts';
import { Knowledge } from '../../arena/admission/knowledge.ts';
import { ProcessFactsReader } from '../../arena/admission/process-facts-reader.ts';
import { SandboxFactsReader } from '../../arena/admission/sandbox-facts-reader.ts';
import { readAgentFile } from '../../attempt/read-agent-file.ts';
import { Fault } from '../../fault/fault.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { path } from '../options.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../table.ts';
import { createTerminal, type Terminal } from '../terminal.ts';

interface Options {
  readonly problems?: string;
  readonly json?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('whether the arena would take an agent, and why not; nothing of it is run; exit code 1 if not')
    .argument('<agent>', 'Python file that defines agent_main')
    .option('--problems <file>', 'look for the answers of these problems in it too', path)
    .action(async (agentPath: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const agent = readAgentFile(agentPath);
      const knowledge =
        options.problems === undefined ? undefined : new Knowledge(await readProblemFile(options.problems));
      const sandbox = await sandboxIfAny(terminal);
      try {
        const reader = sandbox === undefined ? await ProcessFactsReader.find() : new SandboxFactsReader(sandbox);
        const analysis = await analyseAgent(agent.source, { reader, knowledge });
        say(agent.name, analysis, terminal);
        terminal.report({ agent: agent.name, ...analysis });
        process.exitCode = analysis.verdict === 'accepted' ? 0 : 1;
      } finally {
        await sandbox?.close();
      }
    });
}

/** One's own file may be read without a sandbox; whoever takes files from strangers must have one. */
async function sandboxIfAny(terminal: Terminal): Promise<Sandbox | undefined> {
  try {
    return await chooseSandbox();
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'SANDBOX_UNAVAILABLE') throw error;
    terminal.warn('No sandbox holds on this machine; the file is read, not run, by Python in a process of its own.');
    return undefined;
  }
}

function say(name: string, analysis: Analysis, terminal: Terminal): void {
  const { findings, omitted } = analysis;
  const rows = findings.map(({ line, class: kind, code, message }) => [line, kind, code, message]);
  if (rows.length > 0) terminal.say(`${table(['line', 'class', 'code', 'what'], rows)}\n`);
  if (omitted > 0) terminal.say(`… and ${omitted} more.\n`);
  for (const code of new Set(findings.map((finding) => finding.code))) {
    const { why, fix } = FINDINGS[code];
    terminal.say(`${code}\n  why  ${why}\n  fix  ${fix}`);
  }
  if (rows.length > 0) terminal.say();
  terminal.say(plainText(`${name}: ${conclusion(analysis)}`));
}

function conclusion({ verdict, flagged, gravest }: Analysis): string {
  if (verdict === 'rejected') {
    return gravest === 'form' ? 'rejected, which costs nothing.' : `rejected, for a matter of ${gravest}.`;
  }
  return flagged ? 'accepted; a person will look at what is listed.' : 'accepted.';
}
