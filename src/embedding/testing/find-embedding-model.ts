import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault/fault.ts';
import { getModel } from '../../models/get-model.ts';
import { DEFAULT_EMBEDDING_MODEL, findModel } from '../../models/known-models.ts';
import { isModelPresent, modelsFolder } from '../../models/model-folder.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/assay-models', import.meta.url));

/** A folder with the embedding model, fetched if necessary; otherwise the reason why there is none. */
export async function findEmbeddingModel(): Promise<{ readonly folder: string } | { readonly reason: string }> {
  const model = findModel(DEFAULT_EMBEDDING_MODEL)!;
  const folder = [modelsFolder(), CACHE].find((each) => isModelPresent(each, model));
  if (folder !== undefined) return { folder };
  try {
    await getModel(model, { folder: CACHE, firstDelayMilliseconds: 100 });
    return { folder: CACHE };
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return { reason: `no embedding model in ${join('data', 'models')}, and none can be fetched` };
  }
}
