import { findModel } from '../../models/known-models.ts';
import { readModelFile } from '../../models/model-folder.ts';
import { answerAsyncRequests } from '../../thread/answer-async-requests.ts';
import { threadData } from '../../thread/answer-requests.ts';
import type { EmbeddingAnswer, EmbeddingRequest, EmbeddingThreadData } from './embedding-request.ts';
import { OnnxModel } from './onnx-model.ts';

/** The thread of `local-embedder.ts`. Loads the model with the first request. */
const { folder, model: name } = threadData<EmbeddingThreadData>();
let loading: Promise<OnnxModel> | undefined;

async function load(): Promise<OnnxModel> {
  const model = findModel(name)!;
  const tokenizer = new TextDecoder().decode(readModelFile(folder, model, 'tokenizer.json'));
  return await OnnxModel.load(readModelFile(folder, model, 'model.onnx'), tokenizer);
}

answerAsyncRequests<EmbeddingRequest, EmbeddingAnswer>(async (texts) => {
  loading ??= load();
  const model = await loading;
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await model.embed(text));
  return vectors;
});
