import { useState } from 'react';
import { signOut } from '../session/sign-in.ts';

export function SignOutButton() {
  const [failure, setFailure] = useState<string>();
  const leave = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await signOut();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void leave()}>
        Sign out
      </button>
      {failure !== undefined && <span role="alert"> Still signed in: {failure}</span>}
    </>
  );
}
