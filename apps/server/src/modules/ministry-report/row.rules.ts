import type { IssueCode } from '@portal/contract/ministry-report/issue'
import type { Layout, SchoolKind, Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'

// What the checks are given, and what they say.

export interface Row {
  id: number
  tab: Tab
  source: string | null
  /** Drawn, with what was typed over it. */
  cells: Cells
  /** What was drawn alone. */
  drawn: Cells
}
export interface Issue {
  tab: Tab
  rowId: number | null
  field: string | null
  code: IssueCode
  message: string
}
export interface LastYear {
  layout: Layout
  rows: readonly { tab: Tab; source: string | null; cells: Cells }[]
}
export interface Known {
  labs: ReadonlySet<string>
  depts: ReadonlySet<string>
}
export interface Year {
  year: number
  layout: Layout
  schoolKind: SchoolKind
  schoolCode: string | null
  rows: readonly Row[]
  last: LastYear | null
  known: Known
}
export type Say = (row: Row | null, field: string | null, code: IssueCode, message: string) => void
