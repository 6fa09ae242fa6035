import { ShareLinksDocument, useShareLinksQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { ShareLinkEntry } from './share-link-entry.tsx';

export const ShareLinksPage = () => (
  <ListPage
    title="Share links"
    noun="share link"
    lead="Links that open a persona without an API key."
    searchLabel="Search by persona or id"
    document={ShareLinksDocument}
    useList={useShareLinksQuery}
    read={({ shareLinks }) => shareLinks}
    renderItem={(link) => <ShareLinkEntry link={link} name={link.personaName} />}
  />
);
