import { chooseCandidate } from '../deciding/choose-candidate.ts';
import type { Mind } from '../mind.ts';
import { numberedCandidates } from '../reading/candidates-in-prompt.ts';
import type { ModelRequest } from '../reading/message.ts';
import { promptOf } from '../reading/recognise-task.ts';
import { type Spoken, saying } from './spoken.ts';

/** The number of the candidate that fits best, and nothing else: that is what was asked for. */
export function answerChoice(mind: Mind, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? promptOf(request);
  const candidates = numberedCandidates(latest);
  if (candidates.length === 0) return saying('1');
  const place = chooseCandidate(
    mind,
    candidates.map(({ listing }) => listing),
    candidates.map(({ text }) => text),
  );
  return saying(String(candidates[place]!.number));
}
