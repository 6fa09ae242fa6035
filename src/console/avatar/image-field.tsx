import { type FileKind, usePreviewUrl } from '../shell/chosen-file.ts';
import { FileField, type FileFieldProps } from '../shell/file-field.tsx';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

const IMAGE: FileKind = {
  accept: TYPES,
  formats: 'JPEG, PNG or WebP',
  maxMegabytes: 10,
  isExpected: ({ type }) => TYPES.includes(type),
};

/** Selects the image of an avatar. */
export function ImageField(props: FileFieldProps) {
  const preview = usePreviewUrl(props.value);
  return (
    <FileField
      path="input.image"
      legend="Image"
      noun="an image"
      kind={IMAGE}
      preview={
        preview && (
          <img className="preview" src={preview} alt="Preview" referrerPolicy="no-referrer" />
        )
      }
      {...props}
    />
  );
}
