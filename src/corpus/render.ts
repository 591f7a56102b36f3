/** Export formats. */
export { LOSSES, type Loss } from './render/corpus-format.ts';
export { CORPUS_FORMATS } from './render/corpus-formats.ts';
export { type ExportSummary, exportRelease } from './render/export-release.ts';
export { forgesTurns } from './render/forges-turns.ts';
export { namesUnseen } from './render/names-unseen.ts';
export { ParquetWriter } from './render/parquet-writer.ts';
export { stepLabel } from './render/step-label.ts';
export { verlSft } from './render/verl-sft.ts';
