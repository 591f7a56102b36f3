import type { ShownRun } from './training-summary.ts';

/** The name of a run and its colour in the charts. */
export function RunMark({ shown: { run, colour } }: { readonly shown: ShownRun }) {
  return (
    <span className="run-mark">
      <span aria-hidden="true" style={{ background: colour }} />
      {run.name}
    </span>
  );
}
