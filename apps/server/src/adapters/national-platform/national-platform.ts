/** The national platform of large instruments, as far as rows are sent to it. */
export interface NationalPlatform {
  /**
   * What it says of each row. Safe to repeat: a row is known by its key, and the same content twice is one
   * upload.
   */
  upload(shipment: Shipment): Promise<Landed>
}

export interface Shipment {
  year: number
  /** What the platform calls this kind of row (instruType). */
  type: string
  /** What a row is called. */
  element: string
  rows: readonly SentRow[]
}
export interface SentRow {
  key: string
  /** Of its content. */
  hash: string
  /** Fields by name, in the order of the year's schema. */
  fields: Readonly<Record<string, string>>
}
export interface RowAnswer {
  key: string
  ok: boolean
  /** Its own word, `LOCKED`, `IDENTICAL` …; empty where the row was taken. */
  code: string
  message: string
}
export interface Landed {
  answers: readonly RowAnswer[]
  /** Why there is no answer to the other rows; of them nothing is known. */
  trouble: string | null
}
