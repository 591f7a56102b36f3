import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { ArenaError } from '../api/arena-error.ts';
import { arenaAnswers } from '../api/reach-arena.ts';
import { HostileText } from './hostile-text.tsx';
import { Page } from './page.tsx';

/** Shown when a page's files could not be loaded or it threw while rendering. Reloading fixes the first case. */
export function PageFailed({ error }: ErrorComponentProps) {
  const [step, setStep] = useState<'told' | 'asking' | 'told again'>('told');
  const isUnreachable = error instanceof ArenaError && error.status === 0;
  const tryAgain = async (): Promise<void> => {
    setStep('asking');
    // Reloads only if the arena responds: otherwise the browser's error page would replace this one.
    if (await arenaAnswers()) location.reload();
    else setStep('told again');
  };
  return (
    <Page title="This page cannot be shown">
      <div className="state failed" role="alert">
        <strong>
          {isUnreachable ? 'No connection: this page could not be loaded.' : 'Something went wrong here.'}
        </strong>
        <p>
          <HostileText text={wordsOf(error)} />
        </p>
        <button type="button" aria-busy={step === 'asking'} onClick={() => void tryAgain()}>
          Try again
        </button>
        {step === 'told again' && <p role="status">The arena still does not respond.</p>}
      </div>
    </Page>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof ArenaError) return [error.message, error.remedy].filter((part) => part !== undefined).join(' ');
  return error instanceof Error ? error.message : String(error);
}
