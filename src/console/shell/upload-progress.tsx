interface UploadProgressProps {
  /** What is created, such as `avatar`. */
  readonly noun: string;
  /** The part sent so far, from 0 to 1. */
  readonly fraction: number;
  readonly hasFile: boolean;
  readonly abort: () => void;
}

/** Shows the progress of an upload, and then that the service is processing it, which may take minutes. */
export function UploadProgress({ noun, fraction, hasFile, abort }: UploadProgressProps) {
  const percent = Math.floor(fraction * 100);
  const isSending = hasFile && percent < 100;
  const status = isSending
    ? `Sending, ${percent} %`
    : `Creating the ${noun}. This can take minutes.`;
  return (
    <div className="progress">
      <label htmlFor="upload">{status}</label>
      <progress id="upload" max={100} {...(isSending && { value: percent })} />
      <button type="button" className="plain" onClick={abort}>
        Stop
      </button>
    </div>
  );
}
