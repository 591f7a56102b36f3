/** A model of a training run behind OpenAI's chat API, and its weights. */
export { loraBase } from './serve/lora-base.ts';
export { ModelServer } from './serve/model-server.ts';
export { servedWeights } from './serve/served-weights.ts';
