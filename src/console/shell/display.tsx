import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { nameRecord } from './format.tsx';
import { getRecordPath } from './operations.ts';
import type { Kind } from './resource.ts';

/** Leads to the form for a persona that uses a record. */
export const NewPersonaLink = ({ noun, id }: { readonly noun: string; readonly id: string }) => (
  <Link href={`/personas/new?${noun.toLowerCase()}=${encodeURIComponent(id)}`} className="button">
    Create a persona with this {noun}
  </Link>
);

interface RecordLinkProps {
  readonly path: string;
  readonly id: string;
  readonly name: string | null | undefined;
}

/** Leads to the page of a record. */
export const RecordLink = ({ path, id, name }: RecordLinkProps) => (
  <Link href={getRecordPath(path, id)}>{nameRecord(name)}</Link>
);

interface EntriesProps<Item> {
  readonly kind: Pick<Kind<Item>, 'path' | 'hasPictures' | 'summarize'>;
  readonly items: readonly Item[];
  readonly isBusy?: boolean;
}

/** Records, each linked to its page: cards with pictures, or rows. */
export const Entries = <Item extends { readonly id: string }>(props: EntriesProps<Item>) => (
  <ul className={props.kind.hasPictures ? 'cards' : 'rows'} aria-busy={props.isBusy}>
    {props.items.map((item) => {
      const { path, hasPictures = false, summarize } = props.kind;
      const { isCode = false, badge, tone = '', description, ...summary } = summarize(item);
      const name = nameRecord(summary.name);
      return (
        <li key={item.id} className={hasPictures ? undefined : 'row'}>
          <Link
            href={getRecordPath(path, item.id)}
            className={hasPictures ? 'card panel' : 'entry panel'}
          >
            {hasPictures && <Picture src={summary.imageUrl} name={name} />}
            <strong className={isCode ? 'code' : undefined}>{name}</strong>
            {badge && <span className={`badge ${tone}`}>{badge}</span>}
            {description && <span className="description">{description}</span>}
          </Link>
          {summary.controls}
        </li>
      );
    })}
  </ul>
);

/** Copies a text and reports the result. */
export function CopyButton({ text, name }: Readonly<Record<'text' | 'name', string>>) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = () =>
    // Browsers have a clipboard only on localhost and https pages.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <button type="button" className="plain" onClick={copy}>
      {name}
      <span role="status">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'Cannot copy. Select the text instead.'}
      </span>
    </button>
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
  /** Its first letter replaces a picture that is missing or loads. */
  readonly name: string | null | undefined;
}

/** An avatar's picture, or a letter until it is loaded. */
export function Picture({ src, alt = '', name }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const hasImage = Boolean(src) && broken !== src;
  return (
    <span className="picture">
      {!(hasImage && loaded === src) && (
        <span
          className="letter"
          {...(alt && !hasImage ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {nameRecord(name).charAt(0).toUpperCase()}
        </span>
      )}
      {src && hasImage && (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(src)}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}

interface SettingsProps {
  /** The id of the record, which is shown last. Default: not shown. */
  readonly id?: string;
  /** By label; nothing for a setting that the record does not have. */
  readonly settings: Readonly<Record<string, ReactNode>>;
}

export function Settings({ id, settings }: SettingsProps) {
  const all = Object.entries({ ...settings, Id: id && <code>{id}</code> });
  const set = all.filter(([, value]) => value);
  if (set.length === 0) return null;
  return (
    <dl className="settings panel">
      {set.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** What a row has in each column. The first one names the row. */
  readonly columns: Readonly<Record<string, (row: Row, index: number) => ReactNode>>;
  /** The length of a bar below the name of a row. The row has the number, too. Default: no bars. */
  readonly getBar?: (row: Row) => number | null | undefined;
}

/** A table that scrolls sideways where it is wider than the page. */
export function Table<Row>({ label, rows, columns, getBar }: TableProps<Row>) {
  const cells = Object.entries(columns);
  const max = Math.max(...rows.map((row) => getBar?.(row) ?? 0)) || 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div className="table" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {cells.map(([column]) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order.
            <tr key={index}>
              {cells.map(([column, show], at) =>
                at > 0 ? (
                  <td key={column}>{show(row, index)}</td>
                ) : (
                  <th key={column} scope="row">
                    {show(row, index)}
                    {getBar && (
                      <svg
                        className="bar"
                        viewBox={`0 0 ${max} 1`}
                        preserveAspectRatio="none"
                        aria-hidden="true"
                      >
                        <rect width={getBar(row) ?? 0} height="1" />
                      </svg>
                    )}
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
