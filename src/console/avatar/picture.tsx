import { useState } from 'react';

interface PictureProps {
  readonly src: string | null | undefined;
  /** What it shows, for who cannot see it; empty where the text beside it says so already. */
  readonly alt?: string;
  /** Whose picture it is: its first letter stands in where there is none. */
  readonly name: string | null | undefined;
}

/** An avatar's picture, or a letter in its place. */
export function Picture({ src, alt = '', name }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src) {
    return (
      <span
        className="picture letter"
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      >
        {(name ?? '?').trim().charAt(0).toUpperCase() || '?'}
      </span>
    );
  }
  return (
    <img
      className="picture"
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  );
}
