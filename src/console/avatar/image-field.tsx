import { type DragEvent, useEffect, useState } from 'react';
import { TextField } from '../shell/text-field.tsx';
import {
  type ChosenImage,
  formatFileSize,
  getFirstFile,
  getImageWarning,
  useImagePreview,
} from './chosen-image.ts';

interface ImageFieldProps {
  readonly value: ChosenImage | undefined;
  readonly onChange: (image: ChosenImage | undefined) => void;
  readonly issues: readonly string[];
}

/** Accepts images pasted anywhere on the page. Text is still pasted into fields. */
function usePastedImage(onImage: (image: ChosenImage) => void) {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData && getFirstFile(clipboardData);
      if (file) onImage({ file });
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onImage]);
}

/** Selects an image by drop, paste, file picker or address, with a preview. */
export function ImageField({ value, onChange, issues }: ImageFieldProps) {
  const [isDragOver, setDragOver] = useState(false);
  const preview = useImagePreview(value);
  usePastedImage(onChange);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    const file = getFirstFile(event.dataTransfer);
    if (file) onChange({ file });
  };
  const warning = getImageWarning(value);
  return (
    <fieldset className="field">
      <legend>Image</legend>
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
        {preview ? (
          <img className="preview" src={preview} alt="Preview" referrerPolicy="no-referrer" />
        ) : (
          <p>Drop or paste an image here, or</p>
        )}
        <label className="button plain" htmlFor="input.image.file">
          Choose a file
        </label>
        <input
          id="input.image.file"
          className="hidden-input"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby="image-hint"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChange({ file });
            target.value = '';
          }}
        />
        <p id="image-hint" className="hint">
          JPEG, PNG or WebP, maximum 10 MB.
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
        path="input.image.url"
        label="Image URL"
        inputMode="url"
        isCode
        value={value?.url ?? ''}
        onChange={(url) => onChange(url ? { url } : undefined)}
        issues={issues}
      />
    </fieldset>
  );
}
