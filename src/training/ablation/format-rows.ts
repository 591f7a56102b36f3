import type { ToolCall } from '../../chat/schema.ts';
import type { Harness } from '../../evaluation/harness.ts';
import { isJsonObject, ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Problem } from '../../problems/problem.ts';
import { Random } from '../../random/random.ts';
import type { SftRow, TrainingMessage } from '../rows/training-row.ts';

/** A call and its result. */
interface Exchange {
  readonly problem: string;
  readonly name: string;
  readonly arguments: string;
  readonly result: string;
}

const MOST_LOOKS = 3;

/**
 * Rows that teach the call format but no skill: the request of one problem, calls and results recorded at other
 * problems, and a random recommendation from the products shown. A model trained on them learns how to call, but not
 * what to call.
 */
export function formatRows(
  rows: readonly SftRow[],
  problems: readonly Pick<Problem, 'id' | 'query'>[],
  harness: Pick<Harness, 'system' | 'schemas'>,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly SftRow[] {
  const random = new Random(seed);
  const byTool = [...Map.groupBy(rows.flatMap(exchangesIn), ({ name }) => name)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, exchanges]) => exchanges);
  const showing = byTool.find((exchanges) => exchanges[0]!.name === 'find_product') ?? [];
  const asked = random.sample(problems, count);
  return asked.flatMap(({ id, query }, place): readonly SftRow[] => {
    const first = drawFrom(showing, id, random);
    if (first === undefined) return [];
    const more = Array.from({ length: random.integer(MOST_LOOKS) }, () => drawFrom(random.pick(byTool), id, random));
    const looks = [first, ...more.filter((each) => each !== undefined)];
    const recommended = random.pick(productsIn(first.result));
    const said = `Recommended to the user: ${recommended}.`;
    return [
      {
        id: `format-${place}`,
        problem_id: id,
        split: 'train',
        weight: 1,
        tools: JSON.stringify(harness.schemas),
        messages: [
          { role: 'system', content: harness.system },
          { role: 'user', content: query },
          ...looks.flatMap((each, at) => turn(at, each.name, each.arguments, each.result)),
          ...turn(
            looks.length,
            'recommend_product',
            JSON.stringify({ product_ids: recommended }),
            JSON.stringify(said),
          ),
          ...turn(looks.length + 1, 'terminate', '{"status":"success"}', '').slice(0, 1),
        ],
      },
    ];
  });
}

function turn(at: number, name: string, written: string, result: string): readonly TrainingMessage[] {
  const call: ToolCall = { id: `call_${at}`, type: 'function', function: { name, arguments: written } };
  return [
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: result },
  ];
}

function drawFrom(exchanges: readonly Exchange[], problem: string, random: Random): Exchange | undefined {
  const others = exchanges.filter((each) => each.problem !== problem);
  return others.length === 0 ? undefined : random.pick(others);
}

function exchangesIn({ messages, problem_id: problem }: SftRow): readonly Exchange[] {
  const results = new Map(
    messages.flatMap((each) => (each.role === 'tool' ? [[each.tool_call_id, each.content] as const] : [])),
  );
  return messages.flatMap((message) =>
    (message.role === 'assistant' ? (message.tool_calls ?? []) : []).flatMap((call): readonly Exchange[] => {
      const result = results.get(call.id);
      const { name, arguments: written } = call.function;
      if (result === undefined || name === 'recommend_product' || name === 'terminate') return [];
      if (name === 'find_product' && productsIn(result).length === 0) return [];
      return [{ problem, name, arguments: written, result }];
    }),
  );
}

function productsIn(result: string): readonly string[] {
  const json = parseJson(result);
  const listed: readonly unknown[] = json.ok && Array.isArray(json.value) ? json.value : [];
  return listed.filter(isJsonObject).flatMap((each) => {
    const id = ownField(each, 'product_id');
    return typeof id === 'string' ? [id] : [];
  });
}
