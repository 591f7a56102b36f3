import { Command } from 'commander';
import {
  analyseAgent,
  Knowledge,
  ProcessFactsReader,
  SandboxFactsReader,
  submissionCost,
} from '../../arena/admission.ts';
import { readAgentFile } from '../../attempt/run.ts';
import { Fault } from '../../fault/fault.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { path } from '../options.ts';
import { printAnalysis } from '../output/print-analysis.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';

interface Options {
  readonly problems?: string;
  readonly json?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .argument('<agent>', 'Python file that defines agent_main')
    .option('--problems <file>', 'also look for answers to these problems in the file', path)
    .action(async (agentPath: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const agent = readAgentFile(agentPath);
      const knowledge =
        options.problems === undefined ? undefined : new Knowledge(await readProblemFile(options.problems));
      const sandbox = await sandboxIfAny(terminal);
      try {
        const reader = sandbox === undefined ? await ProcessFactsReader.find() : new SandboxFactsReader(sandbox);
        const analysis = await analyseAgent(agent.source, { reader, knowledge });
        printAnalysis(agent.name, analysis, terminal);
        terminal.report({ agent: agent.name, ...analysis, would_cost: submissionCost(analysis) });
        process.exitCode = analysis.verdict === 'accepted' ? 0 : 1;
      } finally {
        await sandbox?.close();
      }
    });
}

/** The user's own file may be read without a sandbox; files from others need one. */
async function sandboxIfAny(terminal: Terminal): Promise<Sandbox | undefined> {
  try {
    return await chooseSandbox();
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'SANDBOX_UNAVAILABLE') throw error;
    terminal.warn(
      'No sandbox is secure on this machine. The file is parsed, not run, by Python in a separate process.',
    );
    return undefined;
  }
}
