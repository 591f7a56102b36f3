import { type FormEvent, useState } from 'react';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { KeyProblem } from '../../session/key-problem.ts';
import type { Signer } from '../../session/signer.ts';
import type { SigningIn } from './use-sign-in.ts';

export function SecretForm({ signingIn: { isBusy, start } }: { readonly signingIn: SigningIn }) {
  const [typed, setTyped] = useState('');
  const field = useUniqueId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void start(() => signerFromSecret(typed));
    setTyped('');
  };
  return (
    <form className="line-form" onSubmit={submit}>
      <label htmlFor={field}>12 or 24 words, or a seed of 64 hexadecimal digits</label>
      <input
        id={field}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="primary" disabled={isBusy || typed.trim() === ''}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
      <span className="quiet">
        The key stays in this page’s memory only until you are signed in. Derived keys are not supported.
      </span>
    </form>
  );
}

async function signerFromSecret(typed: string): Promise<Signer | KeyProblem> {
  const { readSecret } = await import('../../session/read-secret.ts');
  const read = await readSecret(typed);
  return read.ok ? (await import('../../session/key-signer.ts')).keySigner(read.seed) : read;
}
