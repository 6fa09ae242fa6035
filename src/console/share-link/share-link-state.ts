import type { ShareLinkFieldsFragment } from '../../hooks/index.ts';
import { formatValue } from '../shell/format.tsx';

/** Returns why a share link does not open its persona any more; undefined if it does. */
export function findEnd(link: ShareLinkFieldsFragment): string | undefined {
  const { isEnabled, expiresAt, usageLimit, usageCount } = link;
  if (isEnabled === false) return 'disabled';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return usageLimit !== null && (usageCount ?? 0) >= usageLimit ? 'used up' : undefined;
}

/** Says how often a share link was used, and how often it can be. */
export const formatUses = ({ usageCount, usageLimit }: ShareLinkFieldsFragment): string =>
  `${usageCount ?? 0} of ${usageLimit ?? 'any number of'} uses`;

/** Says where a share link opens its persona. Services may have further types. */
export const formatType = ({ type }: ShareLinkFieldsFragment): string => {
  const words = formatValue(type ?? 'LINK');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
