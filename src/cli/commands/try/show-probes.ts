import { DECISIONS } from '../../../agency/follow.ts';
import { whoDecides } from '../../../agency/who-decides.ts';
import { promptWords } from '../../../board/agency-words.ts';
import { counted } from '../../../text/counted.ts';
import type { ProbedAgent } from '../../../validator/probe-agent.ts';
import { capWords } from '../../../verdict/judge.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';

const WHO = { model: 'the model', program: 'your program', unknown: 'not seen' };

/** Prints follow rates as a validator would measure them. */
export function showProbes(agent: ProbedAgent, terminal: Terminal): void {
  const { probes, failed, rates, scripted } = agent;
  const deciders = whoDecides(agent);
  const lost =
    failed === 0 ? '' : `; ${counted(failed, 'attempt')} failed and ${failed === 1 ? 'shows' : 'show'} nothing`;
  terminal.print(`\nWho decides? In ${counted(probes, 'probe attempt')} the model’s answers were changed${lost}.`);
  terminal.print(
    table(
      ['decision', 'changes that mattered', 'followed', '95 %', 'decided by'],
      DECISIONS.map((decision) => {
        const { followed, of, interval } = rates[decision];
        const bounds = of === 0 ? '' : `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`;
        return [decision, of, followed, bounds, WHO[deciders[decision].decides]];
      }),
    ),
  );
  const prompts = promptWords({
    picked: agent.recommendationsPicked,
    shown: { selected: agent.resultsSelected, altered: agent.resultsAltered },
  });
  if (prompts !== null) terminal.print(prompts);
  terminal.print(verdictOf(rates, scripted));
  terminal.print(`Reasoning grades: ${capWords(deciders)}.`);
}

/** Fewer observations of a decision are not enough for a verdict. */
const FEWEST = 2;

function verdictOf(rates: ProbedAgent['rates'], scripted: string | null): string {
  if (scripted !== null) return `Not agentic: ${scripted}. Attempts of such agents do not become training data.`;
  const unseen = DECISIONS.filter((decision) => decision !== 'view' && rates[decision].of < FEWEST);
  if (unseen.length === 0) return 'No sign that your program decides instead of the model.';
  return `Too few changes reached a decision (${unseen.join(' and ')}) to say who makes it. More probes show more: --probe 10.`;
}
