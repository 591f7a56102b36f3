import { type Finding, finding, quote } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** Texts that contain a phrase of a problem verbatim. The finding quotes the text and does not name the problem. */
export function* problemPhrases({ texts, knowledge }: Subject): Generator<Finding> {
  if (knowledge === undefined) return;
  for (const each of texts) {
    if (each.kind === 'number' || !knowledge.phrases.occursIn(each.text)) continue;
    yield finding('PROBLEM_PHRASE', each, `${quote(each.text)} contains a phrase from a problem.`);
  }
}
