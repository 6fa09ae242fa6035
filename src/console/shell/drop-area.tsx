import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

interface DropAreaProps {
  /** Id of the control. */
  readonly id: string;
  /** Label of the button that opens the file picker. */
  readonly choose: string;
  /** Media types or extensions of the file picker. */
  readonly accept: readonly string[];
  /** Formats and maximum size. */
  readonly hint: string;
  /** Whether several files can be chosen at once. Default false. */
  readonly isMultiple?: boolean;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
  /** What is above the button. */
  readonly children: ReactNode;
  /** What is below the hint. */
  readonly after?: ReactNode;
}

/** Accepts files pasted anywhere on the page. Text is still pasted into fields. */
function usePastedFiles(onFiles: (list: FileList | undefined) => void) {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => onFiles(clipboardData?.files);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}

/** Selects files by drop, paste or file picker. */
export function DropArea(props: DropAreaProps) {
  const { id, choose, accept, hint, isMultiple = false, onFiles, children, after } = props;
  const [isDragOver, setDragOver] = useState(false);
  const pass = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    if (files.length > 0) onFiles(files);
  };
  usePastedFiles(pass);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    pass(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside is the first.
    <div
      className="drop"
      data-over={isDragOver}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
    >
      {children}
      <label className="button plain" htmlFor={id}>
        {choose}
      </label>
      <input
        id={id}
        className="hidden-input"
        type="file"
        accept={accept.join(',')}
        multiple={isMultiple}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          pass(target.files);
          target.value = '';
        }}
      />
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {after}
    </div>
  );
}
