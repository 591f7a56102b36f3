import { type Finding, finding, quote } from '../finding.ts';
import type { Knowledge } from '../knowledge.ts';
import type { TableFact } from '../source-facts.ts';
import type { Subject } from '../subject.ts';

const FEWEST_ENTRIES = 3;
const FEWEST_HASHES = 3;
const HASH = /^[0-9a-f]{32,128}$/i;

/** Mappings from one text to another: dictionaries, lists of pairs, chains of ifs. */
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

/** Tables whose keys or values are words from the title of a product that a problem asks for. */
function* titleWords(table: TableFact, knowledge: Knowledge): Generator<Finding> {
  for (const side of ['keys', 'values'] as const) {
    const telling = table.entries.filter((entry) => entry[side].some((text) => isOfATitle(text, knowledge)));
    if (telling.length < FEWEST_ENTRIES) continue;
    const example = telling[0]![side].find((text) => isOfATitle(text, knowledge))!;
    const message = `${telling.length} ${side} of a table, such as ${quote(example)}, are words from titles of target products.`;
    yield finding('LOOKUP_TABLE', table, message);
    return;
  }
}

function isOfATitle(text: string, knowledge: Knowledge): boolean {
  const words = knowledge.ownWords(text);
  if (!words.some((word) => knowledge.isTelling(word))) return false;
  return knowledge
    .problemsWith(words)
    .some(({ titles }) => titles.some((title) => words.every((word) => title.has(word))));
}

/** Entries that map words of a problem to a name that only its answer has, or the reverse. */
function* pairs({ entries }: TableFact, knowledge: Knowledge): Generator<Finding> {
  for (const entry of entries) {
    const pair = pairIn(entry.keys, entry.values, knowledge);
    if (pair === undefined) continue;
    yield finding('ANSWER_PAIR', entry, `${quote(pair.key)} and ${quote(pair.value)} belong to the same problem.`);
  }
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

function pairIn(keys: readonly string[], values: readonly string[], knowledge: Knowledge): Pair | undefined {
  const ofValues = values.map((value) => ({ value, words: knowledge.ownWords(value) }));
  for (const key of keys) {
    const words = knowledge.ownWords(key);
    if (words.length === 0) continue;
    const pair = ofValues.find((each) => leads(words, each.words, knowledge) || leads(each.words, words, knowledge));
    if (pair !== undefined) return { key, value: pair.value };
  }
  return undefined;
}

/** Whether some problem contains all these words, and `to` has a distinctive word that its query does not mention. */
function leads(from: readonly string[], to: readonly string[], knowledge: Knowledge): boolean {
  const named = to.filter((word) => !from.includes(word) && knowledge.isTelling(word));
  if (from.length === 0 || named.length === 0) return false;
  return knowledge.problemsWith([...from, ...to]).some(({ query }) => named.some((word) => !query.has(word)));
}
