interface EvidenceMissingProps {
  /** With its verb: "The receipt is". */
  readonly what: string;
  readonly isLoading: boolean;
}

/** Placeholder for content that only the evidence has. The list of steps says why the evidence is missing. */
export function EvidenceMissing({ what, isLoading }: EvidenceMissingProps) {
  if (!isLoading) return <div className="state">{what} in the evidence, which is not shown here.</div>;
  return (
    <div className="waiting" aria-hidden="true">
      <span />
      <span />
    </div>
  );
}
