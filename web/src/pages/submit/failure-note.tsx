import { HostileText } from '../../parts/hostile-text.tsx';

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
        <HostileText text={message} /> {remedy}
      </p>
    </div>
  );
}
