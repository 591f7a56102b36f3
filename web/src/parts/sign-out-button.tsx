import { useState } from 'react';
import { signOut } from '../session/sign-in.ts';

export function SignOutButton() {
  const [hasFailed, setFailed] = useState(false);
  const leave = async (): Promise<void> => {
    setFailed(false);
    try {
      await signOut();
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void leave()}>
        Sign out
      </button>
      {hasFailed && <span role="alert"> Still signed in: the arena did not answer. Try again.</span>}
    </>
  );
}
