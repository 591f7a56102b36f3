import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { unitVector } from '../text-embedder.ts';

/** Maximum length in training; longer texts are cut. */
const MAX_TOKENS = 256;
/** More characters than that many tokens ever have; bounds the tokenizer's work. */
const MAX_CHARACTERS = 8_192;

/**
 * A sentence-embedding model in ONNX format: WordPiece tokens, one pass, mean over the tokens, normalised to length 1.
 * Runs the WebAssembly build with one thread, so that vectors are equal on every machine; native builds choose int8
 * kernels by processor and differ. For the same reason each text gets a separate pass: activations are quantised over
 * the whole input, so in a batch a vector would depend on the other texts.
 */
export class OnnxModel {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;

  private constructor(session: InferenceSession, tokenizer: Tokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  static async load(model: Uint8Array, tokenizerJson: string): Promise<OnnxModel> {
    const json = parseJson(tokenizerJson);
    if (!json.ok) throw new Fault('INPUT_INVALID', { message: 'tokenizer.json is not JSON.' });
    env.wasm.numThreads = 1;
    const session = await InferenceSession.create(model, { executionProviders: ['wasm'] });
    return new OnnxModel(session, new Tokenizer(json.value as object, {}));
  }

  async embed(text: string): Promise<Float32Array> {
    const ids = this.#tokensOf(text);
    const shape = [1, ids.length];
    const constant = (value: bigint) => new Tensor('int64', new BigInt64Array(ids.length).fill(value), shape);
    const outputs = await this.#session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: constant(1n),
      token_type_ids: constant(0n),
    });
    const states = outputs.last_hidden_state!;
    return meanVector(states.data as Float32Array, ids.length);
  }

  /** Begins with [CLS] and ends with [SEP], even if it was cut. */
  #tokensOf(text: string): readonly number[] {
    const { ids } = this.#tokenizer.encode(text.slice(0, MAX_CHARACTERS).toWellFormed());
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1)!];
  }
}

function meanVector(states: Float32Array, tokens: number): Float32Array {
  const dimensions = states.length / tokens;
  // Sums in 64 bits; only the result is rounded to 32 bits.
  const sums = new Float64Array(dimensions);
  for (let place = 0; place < states.length; place++) sums[place % dimensions]! += states[place]!;
  const vector = unitVector(sums);
  if (vector === undefined)
    throw new Fault('INFERENCE_FAILED', { message: 'The model returned a vector without direction.' });
  return vector;
}
