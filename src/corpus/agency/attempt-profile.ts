import type { Followed } from '../../agency/follow.ts';
import type { AttemptAgencyEvidence } from '../../agency/version-agency.ts';
import type { RecordedCompletion } from '../trajectory/completion.ts';
import type { JudgedAgency } from './judge-agency.ts';
import { leavesOf } from './normal-arguments.ts';
import type { PromptPiece } from './prompt-pieces.ts';
import { spacedWords } from './spaced-words.ts';

/** Evidence from one attempt about whether its agent follows its model. Small enough to keep one per attempt. */
export interface AttemptProfile {
  /** Outcomes of the changes in a probe attempt; `null` for any other attempt. */
  readonly probe: readonly Followed[] | null;
  /** Which decisions a model had said before they were executed, and what it was told. */
  readonly said: AttemptAgencyEvidence;
  /** Whether calls or the recommendation were dictated to the model. */
  readonly isDictated: boolean;
  /** Completions after which the program made a call that the model had not emitted. */
  readonly overrides: number;
  /** Completions of which nothing was executed: opportunities to see whether the program ignores its model. */
  readonly occasions: number;
  /** Whether other products were recommended than the model recommended; `null` if it named none or it is unknown. */
  readonly recommendationOverridden: boolean | null;
  /** Number of letters in the arguments of calls attributed to the model. */
  readonly emittedCharacters: number;
  /** Words in prompts that come from neither the problem, the results nor the model, in order of appearance. */
  readonly unexplained: readonly string[];
  /** The tools called, in order. */
  readonly shape: string;
}

const MAX_UNEXPLAINED = 120;

export function profileAttempt(
  judged: JudgedAgency,
  completions: readonly RecordedCompletion[],
  query: string,
  probe: readonly Followed[] | null = null,
): AttemptProfile {
  const { executed, emissions, attributed, agency } = judged;
  const used = new Set(
    emissions.filter((emission) => attributed.uses.has(emission)).map(({ completion }) => completion.sequence),
  );
  const foreign = new Set(
    agency.calls.filter(({ origin }) => origin === 'none' || origin === 'amended').map(({ call }) => call),
  );
  let overrides = 0;
  let occasions = 0;
  // The choices of one answer are one opportunity.
  const answers = [...Map.groupBy(completions, ({ sequence }) => sequence)];
  for (const [place, [sequence, choices]] of answers.entries()) {
    // An empty completion, as after a refusal by the provider, contains nothing to follow.
    if (used.has(sequence) || choices.every(({ text }) => text === '')) continue;
    const next = answers[place + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const after = executed.filter((call) => call.sequence > sequence && call.sequence < next);
    const isSilent = choices
      .flatMap(({ calls }) => calls)
      .some(({ name }) => name === 'recommend_product' || name === 'terminate');
    if (isSilent && after.length === 0) continue;
    occasions++;
    if (after.some((call) => foreign.has(call.sequence))) overrides++;
  }
  return {
    probe,
    said: judged.said,
    isDictated: agency.dictated > 0 || agency.recommendation === 'dictated',
    overrides,
    occasions,
    recommendationOverridden: recommendationOverridden(judged),
    emittedCharacters: emissions
      .filter((emission) => attributed.uses.has(emission))
      .flatMap(({ call }) => leavesOf(call.arguments))
      .reduce((sum, leaf) => sum + (leaf.match(/\p{L}/gu)?.length ?? 0), 0),
    unexplained: agency.verdict !== 'scripted' ? unexplainedWords(judged, completions, query) : [],
    shape: executed.map(({ tool }) => (tool === 'find_product' ? 'f' : 'v')).join(''),
  };
}

function recommendationOverridden({ emissions, agency }: JudgedAgency): boolean | null {
  const recommended = emissions.some(({ call, ids }) => call.name === 'recommend_product' && ids.length > 0);
  if (!recommended || agency.recommendation === 'unknown' || agency.recommendation === 'none') return null;
  return agency.recommendation === 'scripted';
}

function unexplainedWords(
  { executed, dictation }: JudgedAgency,
  completions: readonly RecordedCompletion[],
  query: string,
) {
  const asked = new Set(spacedWords(query).trim().split(' '));
  // Before the first answer nothing was shown or said, so the first prompt contains only the template and what was
  // dictated.
  const [first = [], ...later] = dictation.pieces;
  const opening = new Set(first);
  const told = unknownWords(opening, asked, MAX_UNEXPLAINED);
  // Most templates fill the list. Reading everything that came later would then cost more than the rest of the profile.
  if (told.length === MAX_UNEXPLAINED) return told;
  const familiar = new Set([...asked, ...told]);
  const added = unknownWords(new Set(later.flat().filter((piece) => !opening.has(piece))), familiar);
  if (added.length === 0) return told;
  const said = new Set(completions.flatMap((_, place) => dictation.output(place).trim().split(' ')));
  const unsaid = added.filter((word) => !said.has(word));
  const shown = unsaid.length === 0 ? '' : JSON.stringify(executed.map(({ response }) => response)).toLowerCase();
  return [...told, ...unsaid.filter((word) => !shown.includes(word))].slice(0, MAX_UNEXPLAINED);
}

/** @param limit Stops after this many words. */
function unknownWords(
  pieces: ReadonlySet<PromptPiece>,
  known: ReadonlySet<string>,
  limit = Number.POSITIVE_INFINITY,
): string[] {
  const words: string[] = [];
  for (const piece of pieces) {
    for (const word of piece.tellingWords) {
      if (!known.has(word)) words.push(word);
      if (words.length === limit) return words;
    }
  }
  return words;
}
