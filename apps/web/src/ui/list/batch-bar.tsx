import { useEffect, useState, type ReactNode } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../light.tsx'
import { listActions, consent, type BatchAction } from './row-actions.tsx'

interface Props<Row> {
  batch: readonly BatchAction<Row>[]
  rows: readonly Row[]
  extra?: ReactNode
  onDone: () => void
  /** Reports the bytes received so far. */
  onExport?: ((onReceived: (bytes: number) => void) => Promise<void>) | undefined
}

/** Above the table: actions on the chosen rows, and the Excel export. */
export function BatchBar<Row>({ batch, rows, extra, onDone, onExport }: Props<Row>) {
  const [busy, setBusy] = useState<string>()
  const [received, setReceived] = useState(0)
  const slow = useSlow(busy === 'export')
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
  const save = async () => {
    setReceived(0)
    await onExport?.(setReceived)
  }
  const go = async (b: BatchAction<Row>) => {
    const open = rows.filter((r) => listActions(r).includes(b.can))
    const label = b.label(open.length)
    const given = await consent(
      b.confirm?.(open) && { danger: b.danger ?? false, ...b.confirm(open) },
      b.reason,
      label,
    )
    if (given === null) return
    const take = async () => {
      if ((await b.run(open, given)) !== false || !b.opens) onDone()
    }
    // While a dialog is open no button needs to be disabled, and a disabled button could not take the focus
    // back.
    await (b.opens ? take() : during(b.can, take))
  }
  return (
    <div className="batch no-print">
      {batch.map((b) => {
        const count = rows.filter((r) => listActions(r).includes(b.can)).length
        return (
          <Button
            key={b.can}
            size="small"
            kind={b.danger ? 'danger' : 'plain'}
            disabled={count === 0}
            busy={busy === b.can}
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
      <span className="batch-gap" />
      {slow && (
        <span className="batch-progress" role="status">
          {received > 0 ? `已接收 ${formatBytes(received)}` : '正在生成文件'}{' '}
          <progress aria-label="导出进度" />
        </span>
      )}
      {extra}
      {onExport && (
        <Button
          size="small"
          icon="download"
          busy={busy === 'export'}
          onClick={() => void during('export', save)}
        >
          导出 Excel
        </Button>
      )}
    </div>
  )
}

/** True after a second of `running`, when a user expects to see progress. */
function useSlow(running: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setSlow(true), 1000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [running])
  return slow
}
