import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { getRecordPath } from './query.ts';

interface BarProps {
  /** The largest first. */
  readonly values: readonly (number | null)[];
  /** The value of a full bar. */
  readonly max: number;
}

/** Horizontal bars on top of each other. Their numbers are beside them as text. */
export const Bar = ({ values, max }: BarProps) => (
  <svg className="bar" viewBox={`0 0 ${max || 1} 1`} preserveAspectRatio="none" aria-hidden="true">
    {values.map((value, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the position of a bar is its meaning.
      <rect key={index} width={value ?? 0} height="1" />
    ))}
  </svg>
);

interface CardProps {
  /** First part of the path of its page. */
  readonly section: string;
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly imageUrl: string | null | undefined;
}

/** A record with a picture in a list, linked to its page. */
export const Card = ({ section, id, name, description, imageUrl }: CardProps) => (
  <li>
    <Link href={getRecordPath(section, id)} className="card">
      <Picture src={imageUrl} name={name} />
      <strong>{name}</strong>
      {description && <span className="description">{description}</span>}
    </Link>
  </li>
);

/** How long the result is shown, in milliseconds. */
const MESSAGE_DURATION = 2_000;

/** Copies a text and reports the result. */
export function CopyButton({
  text,
  name = 'Copy',
}: {
  readonly text: string;
  readonly name?: string;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), MESSAGE_DURATION);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // Browsers have a clipboard only on localhost and https pages.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <button type="button" className="plain" onClick={copy}>
      {name}
      <span role="status" className="said">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'Cannot copy. Select the text instead.'}
      </span>
    </button>
  );
}

interface EntryProps {
  /** First part of the path of its page. */
  readonly section: string;
  readonly id: string;
  /** Default: the id. */
  readonly name: string | null;
  /** Whether the name is code. Default false. */
  readonly isCode?: boolean;
  readonly badge?: ReactNode;
  /** Color of the badge. */
  readonly tone?: 'good' | 'bad' | undefined;
  readonly description?: ReactNode;
  /** Controls beside the link. */
  readonly children?: ReactNode;
}

/** A record in a list, linked to its page. */
export function Entry(props: EntryProps) {
  const { section, id, name, isCode = false, badge, tone = '', description, children } = props;
  return (
    <li className="row">
      <Link href={getRecordPath(section, id)} className="entry">
        <strong className={isCode ? 'code' : undefined}>{name ?? id}</strong>
        {badge && <span className={`badge ${tone}`}>{badge}</span>}
        {description && <span className="description">{description}</span>}
      </Link>
      {children}
    </li>
  );
}

export const Json = ({ value }: { readonly value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
);

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

/** A setting as it is shown. */
export interface Setting {
  readonly label: string;
  readonly value: ReactNode;
}

interface SettingsProps {
  /** The id of the record, which is shown last. Default: not shown. */
  readonly id?: string;
  /** False for a setting that the resource does not have. */
  readonly settings: readonly (Setting | false)[];
}

export const Settings = ({ id, settings }: SettingsProps) => (
  <dl className="settings">
    {settings.map(
      (setting) =>
        setting && (
          <Fragment key={setting.label}>
            <dt>{setting.label}</dt>
            <dd>{setting.value}</dd>
          </Fragment>
        ),
    )}
    {id !== undefined && (
      <>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </>
    )}
  </dl>
);

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page. */
export const Table = ({ label, columns, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <div className="table" tabIndex={0}>
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
