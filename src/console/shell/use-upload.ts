import { useState } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { getIssues } from './issues.tsx';

/** The progress of an upload, and how to abort it. */
interface Upload {
  readonly fraction: number;
  readonly abort: () => void;
}

/** Returns the API's issues with a file: by path, or by an error code that only a file can cause. */
export const getFileIssues = (error: AnyApiError | null, path: string): readonly string[] =>
  error?.code === 'PAYLOAD_TOO_LARGE' ||
  error?.code === 'UNPROCESSABLE' ||
  error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    ? [error.message]
    : getIssues(error, path);

/** Keeps the progress of an upload. `start` returns the options of the request, whose mutation calls `end` when it is settled. */
export function useUpload() {
  const [upload, setUpload] = useState<Upload>();
  const start = () => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    setUpload({ fraction: 0, abort });
    const onUploadProgress = (fraction: number) => setUpload({ fraction, abort });
    return { signal: controller.signal, onUploadProgress };
  };
  return { upload, start, end: () => setUpload(undefined) };
}
