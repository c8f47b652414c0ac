import { useState, type ReactNode } from 'react'
import type { Transfer } from '../../lib/send.ts'
import { Button } from '../light.tsx'
import { ExportProgress, useExporting } from './export-progress.tsx'
import { PartsUnderway } from './parts-underway.tsx'
import { listActions, useConsent, type BatchAction } from './row-actions.tsx'

interface Props<Row> {
  batch: readonly BatchAction<Row>[]
  rows: readonly Row[]
  extra?: ReactNode
  onDone: () => void
  onExport?: ((transfer: Transfer) => Promise<void>) | undefined
}

/** Above the table: actions on the chosen rows, and the Excel export. */
export function BatchBar<Row>({ batch, rows, extra, onDone, onExport }: Props<Row>) {
  const [busy, setBusy] = useState<string>()
  const exporting = useExporting()
  const { consent, settle } = useConsent()
  if (batch.length === 0 && !onExport && !extra) return null

  const during = async (what: string, work: () => unknown) => {
    setBusy(what)
    try {
      await work()
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(undefined)
    }
  }
  const go = async (b: BatchAction<Row>) => {
    const open = rows.filter((r) => listActions(r).includes(b.can))
    const label = b.label(open.length)
    const given = await consent(
      nameAction(b),
      b.confirm?.(open) && { danger: b.danger ?? false, ...b.confirm(open) },
      typeof b.reason === 'function' ? b.reason(open) : b.reason,
      label,
    )
    if (given === null) return
    const take = async () => {
      const isDone = (await b.run(open, given)) !== false || !b.opens
      settle(nameAction(b))
      if (isDone) onDone()
    }
    // While a dialog is open no button needs to be disabled, and a disabled button could not take the focus
    // back.
    await (b.opens ? take() : during(nameAction(b), take))
  }
  return (
    <div className="batch no-print">
      {batch.map((b) => {
        const count = rows.filter((r) => listActions(r).includes(b.can)).length
        return (
          <Button
            key={nameAction(b)}
            size="small"
            kind={b.danger ? 'danger' : 'plain'}
            disabled={count === 0}
            busy={busy === nameAction(b)}
            onClick={() => void go(b)}
          >
            {b.label(count)}
          </Button>
        )
      })}
      {rows.length > 0 && (
        <span className="muted" role="status">
          已选 {rows.length} 条
        </span>
      )}
      {busy !== undefined && <PartsUnderway />}
      <div className="batch-end">
        <ExportProgress exporting={exporting} />
        {extra}
        {onExport && (
          <Button
            size="small"
            icon="download"
            busy={exporting.busy}
            onClick={() => void exporting.run(onExport)}
          >
            导出 Excel
          </Button>
        )}
      </div>
    </div>
  )
}

/** Several actions may need the same right; their labels differ, also for no rows. */
const nameAction = <Row,>(b: BatchAction<Row>): string => b.label(0)
