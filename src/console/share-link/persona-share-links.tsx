import { Link } from 'wouter';
import { usePersonaShareLinksQuery } from '../../hooks/index.ts';
import { Section } from '../shell/page.tsx';
import { ShareLinkEntry } from './share-link-entry.tsx';
import { formatType } from './share-link-state.ts';

export function PersonaShareLinks({ personaId }: { readonly personaId: string }) {
  const query = usePersonaShareLinksQuery({ id: personaId });
  return (
    <Section title="Share links" query={query}>
      {({ persona }) => (
        <div className="stack">
          {persona?.shareLinks?.length === 0 && <p>No link opens this persona.</p>}
          <ul className="rows">
            {persona?.shareLinks?.map((link) => (
              <ShareLinkEntry key={link.id} link={link} name={formatType(link)} />
            ))}
          </ul>
          <div>
            <Link
              href={`/share-links/new?persona=${encodeURIComponent(personaId)}`}
              className="button plain"
            >
              Create share link
            </Link>
          </div>
        </div>
      )}
    </Section>
  );
}
