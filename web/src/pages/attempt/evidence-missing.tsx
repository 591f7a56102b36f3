interface EvidenceMissingProps {
  /** With its verb: "The receipt is". */
  readonly what: string;
  readonly isLoading: boolean;
}

/** In place of something that is told only by the evidence; the list of steps says why there is none. */
export function EvidenceMissing({ what, isLoading }: EvidenceMissingProps) {
  if (!isLoading) return <div className="state">{what} in the evidence, which is not shown here.</div>;
  return (
    <div className="waiting" aria-hidden="true">
      <span />
      <span />
    </div>
  );
}
