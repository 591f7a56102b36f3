import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import { toolList } from '../release/tool-list.ts';
import { withArrowNulls } from './arrow-nulls.ts';
import { type CorpusFormat, type FormatLine, type Loss, tokenLoss } from './corpus-format.ts';
import { stepLabel } from './step-label.ts';

/**
 * One message of the model per line, because the trainer has no mask and a longer completion would train on tool
 * results. The trainer pairs each completion with its neighbour's, so that one must be from another conversation.
 */
export const trlKto: CorpusFormat = {
  name: 'trl-kto',
  about: 'TRL, KTO: prompt, completion of one message, label',
  shuffled: true,
  rendersTools: true,
  takesMarked: false,
  render(row, tools) {
    if (row.trains === 'text' || row.outcome === null) return { lines: [], losses: ['ROW_UNSIGNED'] };
    const lines: FormatLine[] = [];
    const losses: Loss[] = [...tokenLoss(row)];
    for (const [place, message] of row.messages.entries()) {
      if (message.role !== 'assistant') continue;
      const labelled = stepLabel(row, place);
      if (labelled === undefined) losses.push('STEP_UNLABELLED');
      else {
        const { label, reason } = labelled;
        const prompt = row.messages.slice(0, place);
        const told = { id: `${row.id}:${place}`, traj_id: row.id, label_reason: reason };
        const line = { ...told, prompt, completion: [message], label, tools: tools.text };
        lines.push({ line, through: place + 1 });
      }
    }
    return { lines, losses };
  },
  targetText(line) {
    const prompt = withArrowNulls(line.prompt as TemplateMessage[]);
    const completion = withArrowNulls(line.completion as TemplateMessage[]);
    return chatText([...prompt, ...completion], toolList(line.tools as string));
  },
};
