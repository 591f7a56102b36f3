import type { Call } from '../../gateway/calls.ts';
import type { Evidence, Judgement, Quality } from '../verdict.ts';
import { Asked } from './gates/asked.ts';
import { completionText } from './gates/completion-text.ts';
import { CopyBlotter } from './gates/copy-blotter.ts';
import { proseOf } from './gates/prose-of.ts';
import { Shelf } from './gates/shelf.ts';
import type { Span } from './gates/span.ts';
import { splitThoughts } from './gates/split-thoughts.ts';
import { wordsAndNumbers } from './gates/tokens.ts';
import { weighThought } from './gates/weigh-thought.ts';
import type { JudgedAttempt } from './judged-attempt.ts';

/** Raised when the same calls could be judged differently: judgements of two versions are not comparable. */
export const GATE_JUDGE_VERSION = 1;

const FEWEST_TOKENS = 30;
const LONGEST_QUOTE = 200;

type Gate = 1 | 2 | 3 | 4;
const QUALITY_WITHOUT: Readonly<Record<Gate, Quality>> = { 1: 0.1, 2: 0.3, 3: 0.5, 4: 0.7 };

const PASSED = 'All gates passed: a thought weighs seen candidates for a reason that recorded results confirm.';

const FAILED: Readonly<Record<Gate, string>> = {
  1: `no recorded completion has ${FEWEST_TOKENS} tokens or more`,
  2: 'no thought that came from a model speaks of results that were recorded before it',
  3: 'no thought cites an id, price, title, attribute or shop from recorded results without claiming a price or id that they never showed',
  4: 'no thought weighs two candidates that were seen, for a reason that recorded results confirm, without a claim that they deny',
};

/** Judges by recorded calls alone: whatever the agent wrote itself, into its dialogue or elsewhere, counts for nothing. */
export function judgeByGates({ problem, calls }: JudgedAttempt): Judgement {
  const evidence = new Map<Gate, Evidence[]>();
  const asked = new Asked(problem.query);
  const shelf = new Shelf();
  const blotter = new CopyBlotter();
  for (const call of [...calls].sort((left, right) => left.sequence - right.sequence)) {
    for (const shown of shelf.add(call)) blotter.allow(shown);
    if (call.kind !== 'inference' || call.status !== 200) continue;
    const text = completionText(call);
    if (!evidence.has(1) && isSubstantial(call, text)) {
      evidence.set(1, [quote(1, call, text, { start: 0, end: Math.min(text.length, LONGEST_QUOTE) })]);
    }
    if (evidence.has(4)) continue;
    const prose = blotter.blot(proseOf(text), call.request);
    blotter.allow(prose);
    if (shelf.results === 0) continue;
    for (const thought of splitThoughts(prose)) {
      const { refers, cites, compares } = weighThought(thought.prose, shelf, asked);
      const found: [Gate, readonly Span[] | null][] = [
        [2, refers && [refers]],
        [3, cites && [cites]],
        [4, cites && compares],
      ];
      for (const [gate, spans] of found) {
        if (spans === null || evidence.has(gate)) continue;
        evidence.set(
          gate,
          spans.map((span) => quote(gate, call, text, shifted(span, thought.start))),
        );
      }
    }
  }
  const failed = ([1, 2, 3, 4] as const).find((gate) => !evidence.has(gate)) ?? null;
  const counted = [...evidence]
    .filter(([gate]) => failed === null || gate < failed)
    .sort(([left], [right]) => left - right);
  return {
    judge: 'gates',
    judge_version: GATE_JUDGE_VERSION,
    models: [],
    quality: failed === null ? 0.9 : QUALITY_WITHOUT[failed],
    failed_gate: failed,
    explanation: failed === null ? PASSED : `Gate ${failed} failed: ${FAILED[failed]}.`,
    evidence: counted.flatMap(([, quotes]) => quotes),
  };
}

/** Where a provider does not count, words are counted: none of them is less than a token. */
function isSubstantial({ usage }: Call, text: string): boolean {
  return (usage?.completion_tokens ?? wordsAndNumbers(text.slice(0, 10_000)).length) >= FEWEST_TOKENS;
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: Math.min(end + by, start + by + LONGEST_QUOTE) };
}

function quote(gate: Gate, call: Call, text: string, { start, end }: Span): Evidence {
  return { gate, call: call.sequence, start, end, quote: text.slice(start, end) };
}
