/**
 * Creates a function that maps names chosen by clients to at most `size` labels. A name becomes a label when it is first
 * passed as trusted, so that clients without a valid credential cannot use up the labels. All others become `other`.
 * @param known names that are labels from the start.
 */
export function createBoundedLabels(
  size: number,
  known: Iterable<string>,
): (name: string, isTrusted: boolean) => string {
  const labels = new Set(known);
  return (name, isTrusted) => {
    if (isTrusted && labels.size < size) labels.add(name);
    return labels.has(name) ? name : 'other';
  };
}
