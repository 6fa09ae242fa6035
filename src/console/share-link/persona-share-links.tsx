import { Link } from 'wouter';
import { usePersonaShareLinksQuery } from '../../hooks/index.ts';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { NoList } from '../shell/no-list.tsx';
import { ShareLinkEntry } from './share-link-entry.tsx';
import { formatType } from './share-link-state.ts';

/** The share links of a persona. */
export function PersonaShareLinks({ personaId }: { readonly personaId: string }) {
  const { data, error, refetch } = usePersonaShareLinksQuery({ id: personaId });
  const links = data?.persona?.shareLinks;
  return (
    <section>
      <h2>Share links</h2>
      {error?.code === 'NOT_SUPPORTED' ? (
        <NoList message={error.message} />
      ) : (
        <div className="stack">
          {error && <Failure error={error} onRetry={refetch} />}
          {!data && !error && <Loading what="share links" />}
          {links && links.length > 0 && (
            <ul className="rows">
              {links.map((link) => (
                <ShareLinkEntry key={link.id} link={link} name={formatType(link)} />
              ))}
            </ul>
          )}
          {links?.length === 0 && <p>No link opens this persona.</p>}
          {links && (
            <div>
              <Link
                href={`/share-links/new?persona=${encodeURIComponent(personaId)}`}
                className="button plain"
              >
                Create share link
              </Link>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
