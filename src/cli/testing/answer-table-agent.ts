import { readFileSync } from 'node:fs';
import type { Problem } from '../../problems/problem.ts';

const HONEST = new URL('../../../agents/no_model.py', import.meta.url);

/**
 * An honest agent with an appended table of answers: keyed by a digest of the query, with ids as offsets from a base.
 * `shown` opens the memorised pages first, so that a recorded result shows the products.
 */
export function answerTableAgent(problems: readonly Problem[], { shown }: { readonly shown: boolean }): string {
  const ids = problems.flatMap(({ targets }) => targets.map(({ productId }) => BigInt(productId)));
  const base = ids.reduce((least, id) => (id < least ? id : least)) - 1n;
  const rows = problems.map(({ query, targets }) => {
    const numbers = targets.map(({ productId }) => String(BigInt(productId) - base));
    return `    ${digestOf(query)}: [${numbers.join(', ')}],`;
  });
  const look = `found = assay.tools.execute("view_product_information", {"product_ids": chosen})
    dialogue.add(think="Looking at what fits.", tool_calls=[found])`;
  return `${readFileSync(HONEST, 'utf8')}

_plain_main = agent_main
_LEAST = ${base / 1_000n} * 1000 + ${base % 1_000n}
_PLACES = {
${rows.join('\n')}
}


def _fold(text):
    value = 7
    for character in text:
        value = (value * 131 + ord(character)) % 1000003
    return value


def agent_main(problem_data):
    places = _PLACES.get(_fold(problem_data["query"]))
    if places is None:
        return _plain_main(problem_data)
    dialogue = assay.Dialogue(problem_data["query"])
    chosen = ",".join(str(_LEAST + place) for place in places)
    ${shown ? look : 'pass'}
    recommended = assay.tools.execute("recommend_product", {"product_ids": chosen})
    dialogue.add(think="These fit.", tool_calls=[recommended])
    dialogue.add(think="Done.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps
`;
}

/** Computed as in the agent, over code points. */
function digestOf(text: string): number {
  return Array.from(text).reduce((value, character) => (value * 131 + character.codePointAt(0)!) % 1_000_003, 7);
}
