export interface StoreInspection {
  /**
   * `absent`: the next start creates it. `unrecovered`: it was not closed and only the next start can read it. `present`:
   * it is sound.
   */
  readonly state: 'absent' | 'unrecovered' | 'present';
  /** Migrations that a present store has had. */
  readonly migrations: readonly string[];
  /** Free disk space in bytes; undefined for Postgres. */
  readonly freeBytes: number | undefined;
}
