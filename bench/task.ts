/** One request to the product, and its own values. */
export interface Sample {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
  /** Values in its statements that differ between requests, in PostgreSQL's text form. */
  values: Record<string, string | number>
}

/**
 * One kind of work, done by the product, by a bare handler with the product's statements, and by pgbench.
 */
export interface Task {
  name: string
  /** The i-th request; no two runs use the same i. */
  sample(i: number): Sample
  /**
   * Requests whose statements differ by more than single values are recorded separately: the i-th request is
   * of kind `i % variants`.
   */
  variants: number
  pgbench: {
    /** `\set` lines. */
    set: readonly string[]
    /** The SQL with pgbench variables for each of the values. */
    values: Record<string, string>
  }
  /** The expected status of every answer of the product. */
  status: number
  /** Another request of the same person like the i-th, for works that write and cannot repeat a request. */
  like?(i: number): Sample
  /**
   * The bare handler sends what the product sends with empty caches, which shows what the caches are worth.
   */
  cold?: true
}
