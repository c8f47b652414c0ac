import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Failure } from '../../lib/failure.ts'
import { DetailPage } from '../detail/detail-page.tsx'
import { History } from '../detail/history.tsx'
import { ProgressStrip, listSteps } from '../detail/progress-strip.tsx'
import { Card } from '../light.tsx'
import { StateTag } from '../state-tag.tsx'
import { Warnings } from '../warnings.tsx'
import { StepButtons } from './decision.tsx'
import type { AnyProcess, Forms, FormsByWord, Process, ProcessRow, WordOf } from './process.ts'
import { askedNow, ProcessSteps } from './process-steps.tsx'

/** Content of the page that the inbox does not show. */
interface More<Row> {
  /** Beside the heading. */
  links?: (row: Row) => ReactNode
  /** Between the steps and the facts. */
  above?: (row: Row) => ReactNode
  /** Under the facts. */
  below?: (row: Row) => ReactNode
  /** Shown if the address names no row: what to choose first. */
  missing?: string | null
}
type Of<Row extends ProcessRow, Page extends WordOf<Row>> = More<Row> &
  Forms<Row, Page> & { process: Process<Row, Page> }

/** The page of one row of any process: progress, the user's steps, facts, and history. */
export function ProcessPage<Row extends ProcessRow, Page extends WordOf<Row> = never>({
  id,
  home,
  process,
  forms,
  ...more
}: Of<Row, Page> & {
  id: number
  /** The row's own address, if a process has several pages. */
  home?: (row: Row) => string
}) {
  const { pathname } = useLocation()
  const query = process.useRow(id)
  const right = query.data && home?.(query.data)
  if (right && right.split('?')[0] !== pathname) return <Navigate to={right} replace />
  return <Drawn {...more} process={process} forms={forms} query={query} />
}

/** Like `ProcessPage`, if the page reads the row itself. */
export function ProcessView<Row extends ProcessRow, Page extends WordOf<Row> = never>({
  query,
  process,
  forms,
  ...more
}: Of<Row, Page> & { query: UseQueryResult<Row, Failure> }) {
  return <Drawn {...more} process={process} forms={forms} query={query} />
}

interface DrawnProps<Row extends ProcessRow> extends More<Row> {
  process: AnyProcess<Row>
  forms: FormsByWord<Row> | undefined
  query: UseQueryResult<Row, Failure>
}
function Drawn<Row extends ProcessRow>({
  process,
  forms = {},
  query,
  links,
  above,
  below,
  missing,
}: DrawnProps<Row>) {
  const { Links, Notes, Facts } = process
  process.useNews?.(query.data)
  return (
    <DetailPage
      query={query}
      name={process.noun}
      list={process.list}
      {...(missing && { missing })}
      title={(row) => (
        <>
          {process.nameOf(row)} <StateTag {...process.tagOf(row)} />
        </>
      )}
      extra={(row) => (
        <>
          {Links && <Links row={row} />}
          {links?.(row)}
          <StepButtons steps={askedNow(process, row, true)} />
        </>
      )}
    >
      {(row) => (
        <>
          {row.progress && <ProgressStrip steps={process.stepsOf?.(row) ?? listSteps(row.progress)} />}
          <Warnings texts={row.warnings ?? []} />
          {Notes && <Notes row={row} />}
          <ProcessSteps process={process} row={row} where="above" forms={forms} />
          {above?.(row)}
          <Facts row={row} place="page" />
          {below?.(row)}
          <ProcessSteps process={process} row={row} where="below" forms={forms} />
          {row.history && row.history.length > 0 && (
            <Card title="办理记录">
              <History entries={row.history} />
            </Card>
          )}
        </>
      )}
    </DetailPage>
  )
}
