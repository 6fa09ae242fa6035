export const getRecordPath = (section: string, id: string): string =>
  `/${section}/${encodeURIComponent(id)}`;
