import { IMAGE_FORMATS, IMAGE_TYPES, MAX_IMAGE_BYTES } from '../constants.ts';
import { FileField, type FileFieldProps, type FileKind, usePreviewUrl } from '../shell/upload.tsx';

const TYPES: readonly string[] = IMAGE_TYPES;

const IMAGE: FileKind = {
  accept: TYPES,
  formats: IMAGE_FORMATS,
  maxBytes: MAX_IMAGE_BYTES,
  isExpected: ({ type }) => TYPES.includes(type),
};

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
