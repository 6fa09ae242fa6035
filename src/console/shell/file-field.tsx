import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { type ChosenFile, formatFileSize, getFirstFile } from './chosen-file.ts';
import { TextField } from './text-field.tsx';

/** Props of every field for a file. */
export interface FileFieldProps {
  readonly value: ChosenFile | undefined;
  readonly onChange: (file: ChosenFile | undefined) => void;
  readonly issues: readonly string[];
}

interface FileFieldOptions extends FileFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** What is chosen, such as `Image`. */
  readonly legend: string;
  /** The same with its article, such as `an image`. */
  readonly noun: string;
  /** Media types of the file picker. */
  readonly accept: string;
  /** Formats and maximum size. */
  readonly hint: string;
  readonly warning: string | undefined;
  /** The chosen file; absent before one is chosen. */
  readonly preview: ReactNode;
}

/** Accepts files pasted anywhere on the page. Text is still pasted into fields. */
function usePastedFile(onChange: FileFieldProps['onChange']) {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData && getFirstFile(clipboardData);
      if (file) onChange({ file });
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onChange]);
}

/** Selects a file by drop, paste, file picker or address, with a preview. */
export function FileField(props: FileFieldOptions) {
  const { path, legend, noun, accept, hint, value, onChange, issues, warning, preview } = props;
  const [isDragOver, setDragOver] = useState(false);
  usePastedFile(onChange);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    const file = getFirstFile(event.dataTransfer);
    if (file) onChange({ file });
  };
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside is the first. */}
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
        {preview || <p>Drop or paste {noun} here, or</p>}
        <label className="button plain" htmlFor={`${path}.file`}>
          Choose a file
        </label>
        <input
          id={`${path}.file`}
          className="hidden-input"
          type="file"
          accept={accept}
          aria-describedby={`${path}.file-hint`}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChange({ file });
            target.value = '';
          }}
        />
        <p id={`${path}.file-hint`} className="hint">
          {hint}
        </p>
        {value?.file && (
          <p className="small">
            {value.file.name}, {formatFileSize(value.file)}{' '}
            <button type="button" className="link" onClick={() => onChange(undefined)}>
              Remove
            </button>
          </p>
        )}
        {warning && <p className="issue">{warning}</p>}
      </div>
      <TextField
        path={`${path}.url`}
        label={`${legend} URL`}
        inputMode="url"
        isCode
        value={value?.url ?? ''}
        onChange={(url) => onChange(url ? { url } : undefined)}
        issues={issues}
      />
    </fieldset>
  );
}
