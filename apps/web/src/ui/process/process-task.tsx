import { Button, Card } from '../light.tsx'
import { Waiting } from '../waiting.tsx'
import { Warnings } from '../warnings.tsx'
import type { AnyProcess, ProcessRow } from './process.ts'
import { Elsewhere, hasSteps, ProcessSteps } from './process-steps.tsx'

interface Props<Row extends ProcessRow> {
  process: AnyProcess<Row>
  id: number
  onDone: () => void
}
/** The row in the inbox: first its facts, then the decision. */
export function ProcessTask<Row extends ProcessRow>({ process, id, onDone }: Props<Row>) {
  const query = process.useRow(id)
  const row = query.data
  if (!row) return <Waiting query={query} />
  const aside = process.aside?.(row)
  return (
    <>
      <Warnings texts={row.warnings ?? []} />
      <process.Facts row={row} place="inbox" />
      <ProcessSteps process={process} row={row} where="inbox" onDone={onDone} />
      {aside && <Elsewhere {...aside} />}
      {!aside && !hasSteps(process, row) && (
        <Card className="decide">
          <p>当前状态为“{process.tagOf(row).text}”，无需您处理。</p>
          <div className="page-extra">
            <Button kind="primary" onClick={onDone}>
              下一项
            </Button>
          </div>
        </Card>
      )}
    </>
  )
}
