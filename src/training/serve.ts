/** Serves a model of a training run over OpenAI's chat API. */
export { loraBase } from './serve/lora-base.ts';
export { ModelServer } from './serve/model-server.ts';
export { servedWeights } from './serve/served-weights.ts';
