import type { AnsweredBy } from '../../../../src/inference/inference.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Simulated } from '../../parts/simulated.tsx';

/** The model that answered a call, as the gateway recorded it. */
export function AnsweringModel({ by }: { readonly by: AnsweredBy }) {
  return (
    <span className="quiet">
      <HostileText text={by.model} limit={60} oneLine />{' '}
      {by.simulated ? (
        <Simulated what="models" />
      ) : (
        <>
          at <HostileText text={by.endpoint} limit={80} oneLine />{' '}
        </>
      )}
    </span>
  );
}
