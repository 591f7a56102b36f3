/** A model of a training run behind OpenAI's chat API, and its weights. */
export { llamaHeads } from './serve/llama-heads.ts';
export { ModelServer } from './serve/model-server.ts';
export { servedWeights } from './serve/served-weights.ts';
