import { useState } from 'react';

interface PictureProps {
  readonly src: string | null | undefined;
  /** Alternative text; empty if the adjacent text already says it. */
  readonly alt?: string;
  /** Its first letter replaces a missing picture. */
  readonly name: string | null | undefined;
}

/** An avatar's picture, or a letter if there is none. */
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
