/** The part of the national platform of large instruments that receives rows. */
export interface NationalPlatform {
  /**
   * Sends rows and returns the answer to each. Safe to repeat: the platform knows a row by its key, and the
   * same content twice counts as one upload.
   */
  upload(shipment: Shipment): Promise<Landed>
}

export interface Shipment {
  year: number
  /** The platform's code for this kind of row (instruType). */
  type: string
  /** The name of the XML element of a row. */
  element: string
  rows: readonly SentRow[]
}
export interface SentRow {
  key: string
  /** The hash of its content. */
  hash: string
  /** Fields by name, in the order of the year's schema. */
  fields: Readonly<Record<string, string>>
}
export interface RowAnswer {
  key: string
  ok: boolean
  /** The platform's own code, `LOCKED`, `IDENTICAL` …; empty if the row was accepted. */
  code: string
  message: string
}
export interface Landed {
  answers: readonly RowAnswer[]
  /** Why the other rows have no answer; nothing is known about them. */
  trouble: string | null
}
