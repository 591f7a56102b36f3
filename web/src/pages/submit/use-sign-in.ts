import { useState } from 'react';
import { ArenaError } from '../../api/arena-error.ts';
import type { KeyProblem } from '../../session/key-problem.ts';
import { signIn } from '../../session/sign-in.ts';
import type { Signer } from '../../session/signer.ts';

export interface SigningIn {
  readonly isBusy: boolean;
  readonly problem: { readonly message: string; readonly remedy?: string | undefined } | undefined;
  /** Signer of a hotkey that is not registered on the chain. */
  readonly unregistered: Signer | undefined;
  readonly start: (findSigner: () => Promise<Signer | KeyProblem>) => Promise<KeyProblem | undefined>;
}

/** Gets a signer and opens a session with it. Also returns why a key could not be used. */
export function useSignIn(): SigningIn {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SigningIn['problem']>();
  const [unregistered, setUnregistered] = useState<Signer>();
  const start: SigningIn['start'] = async (findSigner) => {
    setBusy(true);
    setProblem(undefined);
    setUnregistered(undefined);
    let found: Signer | undefined;
    try {
      const signer = await findSigner();
      if ('ok' in signer) {
        // A locked file is not a failure: its form asks for the passphrase.
        if (signer.lockedAddress === undefined) setProblem({ message: signer.reason, remedy: signer.remedy });
        return signer;
      }
      found = signer;
      const opened = await signIn(signer);
      if (!opened.ok) setUnregistered(opened.signer);
    } catch (error) {
      found?.forget();
      setProblem(problemOf(error));
    } finally {
      // The key of an earlier sign-in attempt is no longer needed.
      if (unregistered !== found) unregistered?.forget();
      setBusy(false);
    }
    return undefined;
  };
  return { isBusy, problem, unregistered, start };
}

export function problemOf(error: unknown): NonNullable<SigningIn['problem']> {
  const message = error instanceof Error ? error.message : String(error);
  return { message, remedy: error instanceof ArenaError ? error.remedy : undefined };
}
