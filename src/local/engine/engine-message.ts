import type { ChatUsage } from '../../chat/schema.ts';
import type { TemplateChoice } from '../model-entry.ts';

/** The first message to the engine's process. */
export interface EngineStart {
  readonly type: 'load';
  /** URL of the module node-llama-cpp. */
  readonly engine: string;
  readonly path: string;
  readonly adapter: string | null;
  readonly template: TemplateChoice;
  /** The model's own template from its file. */
  readonly chatTemplate: string | null;
  readonly fingerprint: string;
  readonly context: number;
  readonly parallel: number;
  readonly threads: number;
  readonly gpu: boolean;
}

export type ToEngine =
  | EngineStart
  | { readonly type: 'chat'; readonly id: number; readonly body: string }
  | { readonly type: 'abort'; readonly id: number };

export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly status: number;
      readonly body: string;
      readonly usage: ChatUsage | null;
    }
  | { readonly type: 'error'; readonly id: number; readonly reason: string };
