interface HiddenProps {
  /** What is hidden, with its verb: `Transcripts are`. */
  readonly what: string;
  readonly scope: string;
}

/** Says that the credentials do not have the scope of a part of a page. */
export const Hidden = ({ what, scope }: HiddenProps) => (
  <p className="empty">
    {what} hidden: your credentials do not have the scope <code>{scope}</code>.
  </p>
);
