import type { ErrorComponentProps } from '@tanstack/react-router';
import { HostileText } from './hostile-text.tsx';
import { Page } from './page.tsx';

/** A page whose files did not arrive, or that failed over what it was told. Loading it again mends the first. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <Page title="This page cannot be shown">
      <div className="state failed" role="alert">
        <strong>{navigator.onLine ? 'Something went wrong here.' : 'No connection.'}</strong>
        <p>
          <HostileText text={error instanceof Error ? error.message : String(error)} />
        </p>
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    </Page>
  );
}
