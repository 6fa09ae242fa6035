import { Failure } from '../shell/failure.tsx';
import { formatFileSize } from '../shell/upload.tsx';
import type { DocumentUpload } from './use-document-uploads.ts';

interface UploadRowProps {
  readonly upload: DocumentUpload;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** A document that is being uploaded, or that could not be. */
export function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { key, file, fraction, issue, error } = upload;
  const percent = fraction === undefined ? undefined : Math.floor(fraction * 100);
  const status =
    percent === undefined
      ? 'waiting'
      : percent < 100
        ? `sending, ${percent} %`
        : 'sent, being checked';
  const isOver = issue !== undefined || error !== undefined;
  return (
    <li className="document">
      <div>
        <strong id={key}>{file.name}</strong>
        <p className="small">
          {formatFileSize(file)}
          {!isOver && ` · ${status}`}
        </p>
        {!isOver && <progress aria-labelledby={key} max={100} value={percent ?? 0} />}
        {issue && (
          <p role="alert" className="issue">
            {issue}
          </p>
        )}
        {error && <Failure error={error} onRetry={onRetry} />}
      </div>
      <button
        type="button"
        className="plain"
        aria-label={`${isOver ? 'Dismiss' : 'Cancel'} ${file.name}`}
        onClick={onRemove}
      >
        {isOver ? 'Dismiss' : 'Cancel'}
      </button>
    </li>
  );
}
