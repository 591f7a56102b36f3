import type { ProblemUpdate, RunCompletion } from '../../../arena/wire.ts';
import type { RequestKind } from './request-kind.ts';

/**
 * What a client knows for certain, in order. A message is recorded before it is sent, and an acknowledgement before
 * anything else is done. Nothing else can be relied on.
 */
export type Note =
  | { readonly what: 'answer lost'; readonly kind: RequestKind }
  | { readonly what: 'run held'; readonly runId: string; readonly versionId: string }
  | {
      readonly what: 'results sent' | 'results kept';
      readonly runId: string;
      readonly updates: readonly ProblemUpdate[];
    }
  | { readonly what: 'log kept'; readonly runId: string; readonly key: string; readonly sha256: string }
  | { readonly what: 'ending sent'; readonly runId: string; readonly completion: RunCompletion }
  | ({ readonly what: 'ending kept'; readonly runId: string; readonly completion: RunCompletion } & KeptEnding)
  | { readonly what: 'ending refused'; readonly runId: string; readonly code: string }
  | { readonly what: 'version sent'; readonly key: string; readonly sha256: string }
  | { readonly what: 'version kept'; readonly key: string; readonly sha256: string; readonly versionId: string };

/** Content of the answer to a completion. */
export interface KeptEnding {
  readonly status: string;
  readonly included: number;
  readonly becameEligible: boolean;
  readonly finalScore: number | null;
}

export class ClientRecord {
  /** The client's hotkey. */
  readonly owner: string;
  readonly notes: Note[] = [];
  /** Answers that the arena should never have given, as sentences. */
  readonly complaints: string[] = [];

  constructor(owner: string) {
    this.owner = owner;
  }

  add(note: Note): void {
    this.notes.push(note);
  }

  complain(sentence: string): void {
    this.complaints.push(`${this.owner}: ${sentence}`);
  }
}
