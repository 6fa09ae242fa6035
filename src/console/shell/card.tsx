import { Link } from 'wouter';
import { Picture } from './picture.tsx';
import { getRecordPath } from './record-path.ts';

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
