import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '../../hooks/index.ts';
import { TextField } from './controls.tsx';
import { getIssues } from './failure.tsx';
import { type ControlProps, type FormField, withControl } from './fields.ts';

/** A file or its address, as in AvatarImageInput and VoiceAudioInput. */
type ChosenFile =
  | { readonly file: File; readonly url?: never }
  | { readonly url: string; readonly file?: never };

/** A kind of files that can be uploaded. */
export interface FileKind {
  /** Media types or extensions of the file picker. */
  readonly accept: readonly string[];
  /** Such as `JPEG, PNG or WebP`. */
  readonly formats: string;
  readonly maxBytes: number;
  /** Shows a chosen file. Default: nothing. */
  readonly preview?: (src: string) => ReactNode;
}

const MEGABYTE = 1024 * 1024;

/** Says which files can be uploaded. */
export const getFileHint = ({ formats, maxBytes }: FileKind): string =>
  `${formats}, maximum ${maxBytes / MEGABYTE} MB.`;

export const formatFileSize = (size: number): string =>
  size < MEGABYTE ? `${Math.ceil(size / 1024)} KB` : `${(size / MEGABYTE).toFixed(1)} MB`;

/** Returns why the API will probably reject a file; it decides by the content. */
export function findFileIssue(file: File, kind: FileKind): string | undefined {
  if (file.size > kind.maxBytes) return `The file is larger than ${kind.maxBytes / MEGABYTE} MB.`;
  const isExpected = kind.accept.some(
    (one) => one === file.type || file.name.toLowerCase().endsWith(one),
  );
  return isExpected ? undefined : `The file does not seem to be ${kind.formats}.`;
}

/** Creates the view of a field for a file. */
export const withFile = (kind: FileKind): Pick<FormField, 'custom' | 'isFile'> => ({
  isFile: true,
  ...withControl<ChosenFile | undefined>({
    Control: (props) => <FileField {...props} kind={kind} />,
    toDraft: () => undefined,
    read: (chosen) => (chosen?.url === undefined ? chosen : { url: chosen.url.trim() }),
  }),
});

/** Returns an address for the preview of a file; undefined if there is none. */
function usePreviewUrl(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setPreview(objectUrl);
    return () => {
      setPreview(undefined);
      URL.revokeObjectURL(objectUrl);
    };
  }, [file]);
  return preview;
}

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

/** Selects files by drop or file picker. */
export function DropArea(props: DropAreaProps) {
  const { id, choose, accept, hint, isMultiple = false, onFiles, children, after } = props;
  const [isDragOver, setDragOver] = useState(false);
  const pass = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    if (files.length > 0) onFiles(files);
  };
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

/** Selects a file by drop, file picker or address, with a preview. */
function FileField(props: ControlProps<ChosenFile | undefined> & { readonly kind: FileKind }) {
  const { path, label, kind, value, onChange, issues } = props;
  const warning = value?.file && findFileIssue(value.file, kind);
  const src = usePreviewUrl(value?.file);
  return (
    <fieldset
      className="field"
      id={path}
      tabIndex={-1}
      data-required={props.isRequired || undefined}
    >
      <legend>{label}</legend>
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
                {value.file.name}, {formatFileSize(value.file.size)}{' '}
                <button type="button" className="plain" onClick={() => onChange(undefined)}>
                  Remove
                </button>
              </p>
            )}
            {warning && <p className="issue">{warning}</p>}
          </>
        }
      >
        {src && kind.preview ? kind.preview(src) : <p>Drop the {label.toLowerCase()} here, or</p>}
      </DropArea>
      <TextField
        path={`${path}.url`}
        label={`${label} URL`}
        inputMode="url"
        isCode
        value={value?.url ?? ''}
        onChange={(url) => onChange(url ? { url } : undefined)}
        issues={issues}
      />
    </fieldset>
  );
}

/** Returns the API's issues with a file: by path, or by an error code that only a file can cause. */
export const getFileIssues = (error: ApiError | null, path: string): readonly string[] =>
  error?.code === 'PAYLOAD_TOO_LARGE' ||
  error?.code === 'UNPROCESSABLE' ||
  error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    ? [error.message]
    : getIssues(error, path);

/**
 * Shows the progress of an upload, and then that the service is processing it, which may take minutes. `start` returns the
 * options of the request; `end` is called when it has a response.
 */
export function useUpload() {
  const [controller, setController] = useState<AbortController>();
  const [fraction, setFraction] = useState<number>();
  const start = () => {
    const newController = new AbortController();
    setController(newController);
    setFraction(undefined);
    return { signal: newController.signal, onUploadProgress: setFraction };
  };
  const percent = Math.floor((fraction ?? 1) * 100);
  const isSending = percent < 100;
  const upload = controller && (
    <div className="stack">
      <label htmlFor="upload">
        {isSending ? `Sending, ${percent} %` : 'Creating. This can take a few minutes.'}
      </label>
      <progress id="upload" max={100} {...(isSending && { value: percent })} />
      <button type="button" className="plain" onClick={() => controller.abort()}>
        Stop
      </button>
    </div>
  );
  return { upload, start, end: () => setController(undefined) };
}
