import { type DragEvent, useEffect, useRef, useState } from 'react';
import { forCount } from '../../../../src/text/counted.ts';
import type { AgentFile } from '../../api/submit-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { FailureNote } from './failure-note.tsx';
import { type FileSummary, MOST_FILE_BYTES } from './inspect-file.ts';

interface AgentFilePanelProps {
  readonly file: AgentFile | undefined;
  readonly look: FileSummary | undefined;
  readonly choose: (file: AgentFile) => void;
}

/** Drop target and chooser for the agent's file. */
export function AgentFilePanel({ file, look, choose }: AgentFilePanelProps) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useUniqueId();
  const input = useRef<HTMLInputElement>(null);
  /** The file that the page shows; the input has to name the same one. */
  const taken = useRef<File>(undefined);
  const showTaken = (): void => {
    const files = new DataTransfer();
    if (taken.current !== undefined) files.items.add(taken.current);
    input.current!.files = files.files;
  };
  // The field is cleared on a click, so a cancelled choice has to bring the file back. React has no event for it.
  useEffect(() => {
    const field = input.current!;
    field.addEventListener('cancel', showTaken);
    return () => field.removeEventListener('cancel', showTaken);
  }, []);
  const take = async (dropped: File | undefined): Promise<void> => {
    setOver(false);
    if (dropped === undefined) return;
    try {
      if (dropped.size > MOST_FILE_BYTES) return setProblem('The file is too large for an agent.');
      choose({ name: dropped.name, bytes: new Uint8Array(await dropped.arrayBuffer()) });
      taken.current = dropped;
      setProblem(undefined);
    } catch {
      setProblem('The browser could not read it. Is it a file, and is it still there?');
    } finally {
      showTaken();
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Section title="Your agent">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same without a mouse */}
      <div
        className="drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor={field}>Drop one Python file here, or choose it</label>
        <input
          id={field}
          ref={input}
          type="file"
          accept=".py,text/x-python"
          // Without this, choosing the same file again after an edit would not be a change.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
      {problem !== undefined && <FailureNote title="Not an agent file." message={problem} />}
      {file !== undefined && look !== undefined && (
        <p>
          <HostileText text={file.name} oneLine limit={100} />: {file.bytes.length.toLocaleString('en')}{' '}
          {forCount(file.bytes.length, 'byte')}
          {look.lines.length > 0 &&
            `, ${look.lines.length.toLocaleString('en')} ${forCount(look.lines.length, 'line')}`}
          .{look.problem !== undefined && <strong> {look.problem}</strong>}
        </p>
      )}
    </Section>
  );
}
