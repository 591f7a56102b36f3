import type { VersionStatusWire } from '../../../../src/board/wire.ts';

export type CodeState =
  | { readonly kind: 'released' }
  /** The owner can read it already; for others `sealed` applies. */
  | { readonly kind: 'own'; readonly sealed: SealedCode }
  | SealedCode;

export type SealedCode =
  | { readonly kind: 'embargo'; readonly until: string }
  /** Due but withheld: the version was discarded or its contestant banned. */
  | { readonly kind: 'held back'; readonly since: string }
  | { readonly kind: 'never won' };

/** Who can read a version's code, and when. */
export function codeState(
  status: Pick<VersionStatusWire, 'release_state' | 'code_available_at' | 'miner_hotkey' | 'phase'>,
  viewer: string | undefined,
): CodeState {
  if (status.release_state === 'RELEASED') return { kind: 'released' };
  const sealed = sealedCode(status);
  return viewer === status.miner_hotkey ? { kind: 'own', sealed } : sealed;
}

function sealedCode({ code_available_at, phase }: Pick<VersionStatusWire, 'code_available_at' | 'phase'>): SealedCode {
  if (code_available_at === null) return { kind: 'never won' };
  if (phase === 'DISCARDED' || phase === 'BANNED' || phase === 'CANCELLED') {
    return { kind: 'held back', since: code_available_at };
  }
  return { kind: 'embargo', until: code_available_at };
}
