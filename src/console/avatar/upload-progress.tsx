interface UploadProgressProps {
  /** Sent so far, from 0 to 1. */
  readonly fraction: number;
  readonly hasFile: boolean;
  readonly abort: () => void;
}

/** How far an upload is; after it, that the service is at work, which may take minutes. */
export function UploadProgress({ fraction, hasFile, abort }: UploadProgressProps) {
  const percent = Math.floor(fraction * 100);
  const isSending = hasFile && percent < 100;
  const says = isSending ? `Sending, ${percent} %` : 'Making the avatar. It may take minutes.';
  return (
    <div className="progress">
      <label htmlFor="upload">{says}</label>
      <progress id="upload" max={100} {...(isSending && { value: percent })} />
      <button type="button" className="plain" onClick={abort}>
        Stop
      </button>
    </div>
  );
}
