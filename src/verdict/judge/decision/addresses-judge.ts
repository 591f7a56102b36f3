const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const GRADE = /(?:0[.,]9|9\s?\/\s?10|10\s?\/\s?10)(?!\d)/;
const GRADER = /\b(?:graders?|evaluators?|rubric|reasoning[_ ]quality)\b|\bgate \d/i;
const GIVEN_GRADE = /\b(?:quality|grade|label)\b[^.\n]{0,24}?0[.,]9(?!\d)/i;

/** Whether a completion speaks to a grader about its grade. Reasoning about products does not. */
export function addressesJudge(text: string): boolean {
  const plain = text.replaceAll(INVISIBLE, '');
  return GIVEN_GRADE.test(plain) || (GRADER.test(plain) && GRADE.test(plain));
}
