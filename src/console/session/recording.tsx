import { useState } from 'react';

/** Plays a recording: a video, or only sound. */
export function Recording({ url }: { readonly url: string }) {
  const [state, setState] = useState<'video' | 'sound' | 'broken'>('sound');
  if (state === 'broken') return <p className="issue">The recording cannot be played.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript below is its text.
    <video
      className="recording"
      data-kind={state}
      src={url}
      aria-label="Recording"
      controls
      preload="metadata"
      onLoadedMetadata={({ currentTarget }) =>
        setState(currentTarget.videoWidth > 0 ? 'video' : 'sound')
      }
      onError={() => setState('broken')}
    />
  );
}
