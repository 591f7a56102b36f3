import { type Finding, finding, quote } from '../finding.ts';
import type { Knowledge } from '../knowledge.ts';
import type { TableFact } from '../source-facts.ts';
import type { Subject } from '../subject.ts';

const FEWEST_ENTRIES = 3;
const FEWEST_HASHES = 3;
const HASH = /^[0-9a-f]{32,128}$/i;

/** Whatever leads from one text to another: dictionaries, lists of pairs, chains of ifs. */
export function* lookupTables({ facts, knowledge }: Subject): Generator<Finding> {
  for (const table of facts.tables) {
    const hashes = table.entries.filter(({ keys }) => keys.some((key) => HASH.test(key)));
    if (hashes.length >= FEWEST_HASHES) {
      yield finding('LOOKUP_TABLE', table, `A table is looked up by hashes such as ${quote(hashes[0]!.keys[0]!)}.`);
    }
    if (knowledge === undefined) continue;
    yield* titleWords(table, knowledge);
    yield* pairs(table, knowledge);
  }
}

/** Entries of which the keys, or the values, are words of a title that some problem asks for. */
function* titleWords(table: TableFact, knowledge: Knowledge): Generator<Finding> {
  for (const side of ['keys', 'values'] as const) {
    const telling = table.entries.filter((entry) => entry[side].some((text) => isOfATitle(text, knowledge)));
    if (telling.length < FEWEST_ENTRIES) continue;
    const example = telling[0]![side].find((text) => isOfATitle(text, knowledge))!;
    const message = `${telling.length} ${side} of a table, such as ${quote(example)}, are words of titles that are asked for.`;
    yield finding('LOOKUP_TABLE', table, message);
    return;
  }
}

function isOfATitle(text: string, knowledge: Knowledge): boolean {
  const words = knowledge.tellingWords(text);
  return knowledge
    .problemsWith(words)
    .some(({ titles }) => titles.some((title) => words.every((word) => title.has(word))));
}

/** Entries of which both sides stand in one and the same problem. */
function* pairs({ entries }: TableFact, knowledge: Knowledge): Generator<Finding> {
  for (const entry of entries) {
    const [key, value] = pairIn(entry.keys, entry.values, knowledge) ?? [];
    if (key === undefined || value === undefined) continue;
    yield finding('ANSWER_PAIR', entry, `${quote(key)} and ${quote(value)} stand in one and the same problem.`);
  }
}

function pairIn(keys: readonly string[], values: readonly string[], knowledge: Knowledge): string[] | undefined {
  for (const key of keys) {
    const ofKey = knowledge.tellingWords(key);
    const problems = knowledge.problemsWith(ofKey);
    if (problems.length === 0) continue;
    for (const value of values) {
      const ofValue = knowledge.tellingWords(value).filter((word) => !ofKey.includes(word));
      if (ofValue.length > 0 && problems.some(({ all }) => ofValue.every((word) => all.has(word)))) return [key, value];
    }
  }
  return undefined;
}
