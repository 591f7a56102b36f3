/**
 * The parts of node-llama-cpp that we use. It is installed on demand, so its own types are not available at compile
 * time.
 */

export interface LlamaModule {
  getLlama(options: {
    readonly gpu: 'auto' | false;
    readonly build: 'never';
    readonly maxThreads: number;
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logger: (level: string, message: string) => void;
  }): Promise<Llama>;
  readonly LlamaGrammar: new (llama: Llama, options: { readonly grammar: string }) => LlamaGrammar;
  readonly LlamaGrammarEvaluationState: new (options: {
    readonly model: LlamaModel;
    readonly grammar: LlamaGrammar;
  }) => GrammarState;
}

declare const grammarBrand: unique symbol;

export interface LlamaGrammar {
  readonly [grammarBrand]: 'grammar';
}

export interface GrammarState {
  readonly [grammarBrand]: 'state';
}

export interface Llama {
  loadModel(options: { readonly modelPath: string; readonly loadSignal?: AbortSignal }): Promise<LlamaModel>;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly tokens: {
    readonly bos: number | null;
    readonly bosString: string | null;
    readonly eosString: string | null;
    readonly shouldPrependBosToken: boolean;
  };
  tokenize(text: string, specialTokens: boolean): readonly number[];
  detokenize(tokens: readonly number[], specialTokens: boolean): string;
  isSpecialToken(token: number): boolean;
  isEogToken(token: number): boolean;
  createContext(options: {
    readonly contextSize: number;
    readonly sequences: number;
    readonly threads: number;
    readonly lora?: string;
    readonly batching: { readonly dispatchSchedule: (dispatch: () => void) => void };
  }): Promise<LlamaContext>;
}

export interface LlamaContext {
  readonly contextSize: number;
  readonly totalSequences: number;
  getSequence(): LlamaSequence;
}

export interface SamplingOptions {
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly minP: number;
  readonly seed: number;
  readonly yieldEogToken: true;
  readonly grammarEvaluationState?: GrammarState;
}

export interface LlamaSequence {
  readonly nextTokenIndex: number;
  compareContextTokens(tokens: readonly number[]): { readonly firstDifferentIndex: number };
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  clearHistory(): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
  evaluateWithMetadata(
    tokens: readonly number[],
    metadata: { readonly confidence: boolean },
    options: SamplingOptions,
  ): AsyncGenerator<{ readonly token: number; readonly confidence?: number }, void, void>;
  controlledEvaluate(
    tokens: readonly (number | readonly [number, { readonly generateNext: ScoreOptions }])[],
  ): Promise<readonly ({ readonly next: Scored } | undefined)[]>;
}

interface ScoreOptions {
  readonly logits: { readonly filter: { readonly tokens: readonly number[]; readonly includeTop: number } };
  readonly totalLogitWeight: true;
  readonly options: { readonly temperature: 0 };
}

export interface Scored {
  readonly logits?: ReadonlyMap<number, number>;
  /** The sum of `exp(logit - largest logit)`. */
  readonly totalLogitWeight?: number;
}
