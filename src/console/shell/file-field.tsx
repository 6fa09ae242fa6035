import type { ReactNode } from 'react';
import {
  type ChosenFile,
  type FileKind,
  findFileIssue,
  formatFileSize,
  getFileHint,
} from './chosen-file.ts';
import { DropArea } from './drop-area.tsx';
import { TextField } from './text-field.tsx';

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
  readonly kind: FileKind;
  /** The chosen file; absent before one is chosen. */
  readonly preview: ReactNode;
}

/** Selects a file by drop, paste, file picker or address, with a preview. */
export function FileField(props: FileFieldOptions) {
  const { path, legend, noun, kind, value, onChange, issues, preview } = props;
  const warning = value?.file && findFileIssue(value.file, kind);
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <DropArea
        id={`${path}.file`}
        choose="Choose a file"
        accept={kind.accept}
        hint={getFileHint(kind)}
        onFiles={([file]) => file && onChange({ file })}
        after={
          <>
            {value?.file && (
              <p className="small">
                {value.file.name}, {formatFileSize(value.file)}{' '}
                <button type="button" className="link" onClick={() => onChange(undefined)}>
                  Remove
                </button>
              </p>
            )}
            {warning && <p className="issue">{warning}</p>}
          </>
        }
      >
        {preview || <p>Drop or paste {noun} here, or</p>}
      </DropArea>
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
