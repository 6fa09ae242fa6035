/** The store cannot be used as it is; its message is for the person who runs the service. */
export class StoreError extends Error {
  override name = 'StoreError' as const;
}
