import { CopyText } from './copy-text.tsx';

interface CopyLinkProps {
  /** Search part of the link's URL, with the question mark. */
  readonly search: string;
  /** The target of the link, for screen readers. */
  readonly what: string;
}

/** Copies a link to a part of this page. */
export function CopyLink({ search, what }: CopyLinkProps) {
  return (
    <CopyText
      className="plain copy-link"
      text={() => new URL(search, location.href).href}
      label="Copy link"
      what={`to ${what}`}
    />
  );
}
