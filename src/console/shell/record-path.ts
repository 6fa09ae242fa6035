/** Returns the path of a record's page. */
export const getRecordPath = (section: string, id: string): string =>
  `/${section}/${encodeURIComponent(id)}`;
