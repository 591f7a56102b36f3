import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../gateway/calls.ts';
import type { AnswerChange } from '../../inference/inference.ts';
import { listOf, ownField } from '../../json/json-object.ts';
import { textsSaid } from '../probe/apply-change.ts';
import { promptTexts } from './prompt-text.ts';
import { type ShownProduct, shownProducts } from './shown-products.ts';

/** A completion: the prompt sent to a model, and the answer the program received. */
export interface Said {
  readonly sequence: number;
  /**
   * Milliseconds since 1970; calls that arrived earlier cannot result from this completion. Only half of the duration
   * is added, because on a busy machine the recorded duration may end after the answer was sent.
   */
  readonly at: number;
  readonly prompt: readonly string[];
  readonly text: string;
  /** The text of each choice. There is one unless the program requested several. */
  readonly choices: readonly string[];
  readonly changed: AnswerChange | undefined;
}

/** A search or a view made by the program. */
export interface Done {
  readonly sequence: number;
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly tool: 'search' | 'view';
  readonly q: string;
  readonly price: string;
  readonly page: string;
  readonly shop: string;
  readonly ids: readonly string[];
  readonly shown: readonly ShownProduct[];
  readonly response: unknown;
}

export interface ReadCalls {
  readonly said: readonly Said[];
  readonly done: readonly Done[];
}

/** Splits the calls of an attempt into two lists: what its models said and what its program did. */
export function readCalls(calls: readonly Call[]): ReadCalls {
  const said: Said[] = [];
  const done: Done[] = [];
  for (const call of calls) {
    const { sequence, kind, status } = call;
    const at = Date.parse(call.time);
    if (kind === 'inference' && status === 200) {
      const prompt = promptTexts(call.request);
      const changed = call.changed;
      const choices = listOf(ownField(call.response, 'choices')).map((each) =>
        textsSaid({ choices: [each] }).join('\n'),
      );
      said.push({ sequence, at: at + call.duration_ms / 2, prompt, text: choices.join('\n'), choices, changed });
    }
    if (kind !== 'search' && kind !== 'view') continue;
    const parameter = (name: string): string => [call.parameters[name] ?? ''].flat().join(',');
    done.push({
      sequence,
      at,
      tool: kind,
      q: parameter('q'),
      price: parameter('price'),
      page: parameter('page'),
      shop: parameter('shop_id'),
      ids: parameter('product_ids')
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
      shown: status === 200 ? shownProducts(call.response) : [],
      response: call.response,
    });
  }
  return { said, done };
}

/** Completions of the same prompt in the order they were sampled, including the given one. */
export function samplesLike({ prompt }: Said, { said }: ReadCalls): readonly Said[] {
  return said.filter((each) => isDeepStrictEqual(each.prompt, prompt));
}

/** Tolerance for comparing times, because recorded times are truncated to milliseconds. */
const SLACK_MILLISECONDS = 5;

/** Whether the program could have read a completion before it made a call. */
export function isAfter(done: Done, said: Said): boolean {
  return done.sequence > said.sequence && done.at >= said.at - SLACK_MILLISECONDS;
}
