import { useRef, useState } from 'react';

function pauseOthers(playing: HTMLAudioElement) {
  for (const audio of document.querySelectorAll('audio')) if (audio !== playing) audio.pause();
}

/** Plays and stops the sample of a voice. Only one sample plays at a time. */
export function PlayButton({ src, name }: Readonly<Record<'src' | 'name', string>>) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const toggle = () => {
    if (isPlaying) return audio.current?.pause();
    setFailed(false);
    audio.current?.play().catch((error: unknown) => {
      // A sample that another one stops before it starts has not failed.
      const wasStopped = error instanceof DOMException && error.name === 'AbortError';
      setFailed(!wasStopped);
    });
  };
  return (
    <>
      <button
        type="button"
        className="plain icon"
        onClick={toggle}
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${name}`}
      >
        <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>
      </button>
      <span role="status" className="issue">
        {hasFailed && 'The sample cannot be played.'}
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: the sample of a voice is only to be heard. */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={({ currentTarget }) => {
          setPlaying(true);
          pauseOthers(currentTarget);
        }}
        onPause={({ currentTarget }) => {
          setPlaying(false);
          currentTarget.currentTime = 0;
        }}
      />
    </>
  );
}
