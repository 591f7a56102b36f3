import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../gateway/calls.ts';
import type { AnswerChange } from '../../inference/inference.ts';
import { listOf, ownField } from '../../json/json-object.ts';
import { textsSaid } from '../probe/apply-change.ts';
import { promptTexts } from './prompt-text.ts';
import { type ShownProduct, shownProducts } from './shown-products.ts';

/** A completion: what was put before a model, and what the program got to read. */
export interface Said {
  readonly sequence: number;
  /**
   * Nothing that arrived before can have come from it; milliseconds since 1970. Half of the duration is granted: on a busy
   * machine the clock is stopped while the answer is already on its way.
   */
  readonly at: number;
  readonly prompt: readonly string[];
  readonly texts: readonly string[];
  readonly text: string;
  /** The same for each of its choices: one unless the program asked for several. */
  readonly choices: readonly string[];
  readonly changed: AnswerChange | undefined;
}

/** A search or a view that the program made. */
export interface Done {
  readonly sequence: number;
  /** When the request arrived. */
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

/** The calls of an attempt as two lists: what its models said and what its program did. */
export function readCalls(calls: readonly Call[]): ReadCalls {
  const said: Said[] = [];
  const done: Done[] = [];
  for (const call of calls) {
    const { sequence, kind, status } = call;
    const at = Date.parse(call.time);
    if (kind === 'inference' && status === 200) {
      const texts = textsSaid(call.response);
      const prompt = promptTexts(call.request);
      const changed = call.changed;
      const choices = listOf(ownField(call.response, 'choices')).map((each) =>
        textsSaid({ choices: [each] }).join('\n'),
      );
      said.push({ sequence, at: at + call.duration_ms / 2, prompt, texts, text: texts.join('\n'), choices, changed });
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

/** Completions of the same prompt, in the order they were drawn, the given one among them. */
export function samplesLike({ prompt }: Said, { said }: ReadCalls): readonly Said[] {
  return said.filter((each) => isDeepStrictEqual(each.prompt, prompt));
}

/** Clocks of records are cut to milliseconds. */
const SLACK_MILLISECONDS = 5;

/** Whether a program can have known what a completion says when it made a call. */
export function isAfter(done: Done, said: Said): boolean {
  return done.sequence > said.sequence && done.at >= said.at - SLACK_MILLISECONDS;
}
