interface FailureNoteProps {
  readonly title: string;
  readonly message: string;
  readonly remedy?: string | undefined;
}

export function FailureNote({ title, message, remedy }: FailureNoteProps) {
  return (
    <div className="state failed" role="alert">
      <strong>{title}</strong>
      <p>
        {message} {remedy}
      </p>
    </div>
  );
}
