import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { storageFault } from '../store/files.ts';
import { sha256 } from '../store/sha256.ts';
import type { KnownModel, ModelFile } from './known-models.ts';

/** The models folder: `ASSAY_MODELS`, or `data/models`. */
export function modelsFolder(): string {
  return process.env.ASSAY_MODELS || join('data', 'models');
}

export function modelFilePath(folder: string, model: KnownModel, file: ModelFile): string {
  return join(folder, model.name, file.name);
}

/** Whether all files exist. Their content is checked when they are read. */
export function isModelPresent(folder: string, model: KnownModel): boolean {
  return model.files.every((file) => existsSync(modelFilePath(folder, model, file)));
}

/** Reads a file by its stored name after comparing its hash with the pinned one. */
export function readModelFile(folder: string, model: KnownModel, name: string): Uint8Array {
  const file = model.files.find((each) => each.name === name);
  if (file === undefined) throw new Error(`${model.name} has no file ${name}`);
  const path = modelFilePath(folder, model, file);
  if (!existsSync(path)) throw modelMissing(folder, model);
  const bytes = read(path);
  if (sha256(bytes) === file.sha256) return bytes;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is damaged: its SHA-256 is not ${file.sha256.slice(0, 16)}…`,
    remedy: `Fetch it again with \`assay model get ${model.name}\`.`,
  });
}

export function modelMissing(folder: string, model: KnownModel): Fault {
  return new Fault('FILE_NOT_FOUND', {
    message: `The model ${model.name} is not in ${folder}.`,
    remedy: `Fetch it with \`assay model get ${model.name}\`; ASSAY_MODELS names another folder.`,
  });
}

/** Changes if any file of the model changes, so that vectors of different files are never mixed. */
export function modelDigest(model: KnownModel): string {
  return sha256(model.files.map((file) => file.sha256).join('\n')).slice(0, 12);
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}
