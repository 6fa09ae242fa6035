import { getFileWarning, usePreviewUrl } from '../shell/chosen-file.ts';
import { FileField, type FileFieldProps } from '../shell/file-field.tsx';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Selects the image of an avatar. */
export function ImageField(props: FileFieldProps) {
  const preview = usePreviewUrl(props.value);
  return (
    <FileField
      path="input.image"
      legend="Image"
      noun="an image"
      accept={TYPES.join(',')}
      hint="JPEG, PNG or WebP, maximum 10 MB."
      warning={getFileWarning(
        props.value,
        (type) => TYPES.includes(type),
        'The file does not seem to be a JPEG, PNG or WebP image.',
      )}
      preview={
        preview && (
          <img className="preview" src={preview} alt="Preview" referrerPolicy="no-referrer" />
        )
      }
      {...props}
    />
  );
}
