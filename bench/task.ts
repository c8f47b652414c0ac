/** One request to the product, and what of it is its own. */
export interface Sample {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
  /** Values of its statements that another request has otherwise, as PostgreSQL reads them from text. */
  values: Record<string, string | number>
}

/**
 * One kind of work, done by the product, by a bare handler with the product's own statements, and by pgbench.
 */
export interface Task {
  name: string
  /** The i-th request; no two runs use the same i. */
  sample(i: number): Sample
  /**
   * Requests whose statements differ by more than single values are recorded apart: the i-th is of kind `i %
   * variants`.
   */
  variants: number
  pgbench: {
    /** `\set` lines. */
    set: readonly string[]
    /** What stands for each of the values, in SQL with pgbench's variables. */
    values: Record<string, string>
  }
  /** What every answer of the product has to be. */
  status: number
  /** The same person's same wish, once more where it can be granted once only: writing works have it. */
  like?(i: number): Sample
  /**
   * The bare handler sends what the product has to send when it keeps nothing yet: shows what keeping is
   * worth.
   */
  cold?: true
}
