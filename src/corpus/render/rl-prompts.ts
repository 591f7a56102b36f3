import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { toolList } from '../release/tool-list.ts';
import { withArrowNulls } from './arrow-nulls.ts';
import type { CorpusFormat } from './corpus-format.ts';

/** The messages before the model's first one. */
function promptOf(row: ReleaseRow) {
  const first = row.messages.findIndex(({ role }) => role === 'assistant');
  return row.messages.slice(0, first === -1 ? row.messages.length : first);
}

function promptKey(row: ReleaseRow): string {
  return sha256(JSON.stringify([row.problem_id, promptOf(row), row.tools_ref]));
}

/** Contains the problem's id, not its answer: the reward function asks the arena. */
export const trlPrompts: CorpusFormat = {
  name: 'trl-rl',
  about: 'TRL, GRPO: prompts, one for each problem and opening',
  shuffled: false,
  rendersTools: true,
  takesMarked: false,
  render(row, tools) {
    const prompt = promptOf(row);
    const { problem_id, leak_cluster, id } = row;
    const line = { problem_id, leak_cluster, traj_id: id, prompt, tools: tools.text };
    return { lines: [{ line, through: prompt.length, key: promptKey(row) }], losses: [] };
  },
  targetText: (line) => chatText(withArrowNulls(line.prompt as TemplateMessage[]), toolList(line.tools as string)),
};

/** verl takes schemas from its tool configuration. `ground_truth` names the problem; the reward asks the arena. */
export const verlPrompts: CorpusFormat = {
  name: 'verl-rl',
  about: 'verl, RL prompts as JSON lines, for its tool_agent loop',
  shuffled: false,
  rendersTools: false,
  takesMarked: false,
  render(row, _tools) {
    const prompt = promptOf(row);
    const line = {
      data_source: 'assay',
      prompt,
      ability: 'shopping',
      reward_model: { style: 'rule', ground_truth: row.problem_id },
      extra_info: {
        index: row.id,
        split: row.split,
        problem_id: row.problem_id,
        tools_ref: row.tools_ref,
        need_tools_kwargs: false,
      },
      agent_name: 'tool_agent',
    };
    const losses = ['SCHEMAS_ELSEWHERE'] as const;
    return { lines: [{ line, through: prompt.length, key: promptKey(row) }], losses };
  },
  targetText: (line) => chatText(withArrowNulls(line.prompt as TemplateMessage[]), []),
};
