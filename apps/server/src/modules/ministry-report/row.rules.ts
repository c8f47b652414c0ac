import type { IssueCode } from '@portal/contract/ministry-report/issue'
import type { Layout, SchoolKind, Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'

// Input and output of the checks.

export interface Row {
  id: number
  tab: Tab
  source: string | null
  /** The drawn cells with typed values over them. */
  cells: Cells
  /** The drawn cells only. */
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
