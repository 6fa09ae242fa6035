import { type DragEvent, useEffect, useState } from 'react';
import { TextField } from '../shell/text-field.tsx';
import { type ChosenImage, imageUnder, sizeOf, usePreview, warningFor } from './chosen-image.ts';

interface ImageFieldProps {
  readonly value: ChosenImage | undefined;
  readonly onChange: (image: ChosenImage | undefined) => void;
  readonly issues: readonly string[];
}

/** Takes an image that is pasted anywhere on the page, but leaves text that is pasted into a field to it. */
function usePastedImage(onImage: (image: ChosenImage) => void) {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData && imageUnder(clipboardData);
      if (file) onImage({ file });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onImage]);
}

/** An image: dropped, pasted, chosen, or named by its address; with a preview. */
export function ImageField({ value, onChange, issues }: ImageFieldProps) {
  const [isOver, setOver] = useState(false);
  const preview = usePreview(value);
  usePastedImage(onChange);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = imageUnder(event.dataTransfer);
    if (file) onChange({ file });
  };
  const warning = warningFor(value);
  return (
    <fieldset className="field">
      <legend>Image</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside is the first. */}
      <div
        className="drop"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {preview ? (
          <img
            className="preview"
            src={preview}
            alt="Preview of what you chose"
            referrerPolicy="no-referrer"
          />
        ) : (
          <p>Drop a picture here, paste one, or</p>
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
          JPEG, PNG or WebP, at most 10 MB.
        </p>
        {value?.file && (
          <p className="small">
            {value.file.name}, {sizeOf(value.file)}{' '}
            <button type="button" className="link" onClick={() => onChange(undefined)}>
              Remove
            </button>
          </p>
        )}
        {warning && <p className="issue">{warning}</p>}
      </div>
      <TextField
        path="input.image.url"
        label="Or the address of a picture"
        inputMode="url"
        isCode
        value={value?.url ?? ''}
        onChange={(url) => onChange(url ? { url } : undefined)}
        issues={issues}
      />
    </fieldset>
  );
}
