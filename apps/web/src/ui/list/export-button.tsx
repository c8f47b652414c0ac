import type { Transfer } from '../../lib/send.ts'
import { Button } from '../light.tsx'
import { ExportProgress, useExporting } from './export-progress.tsx'
import './list.css'

/** The 导出 button for places without a list page, with its progress. `send` has shown failures. */
export function ExportButton({
  save,
  small,
  format = 'xlsx',
}: {
  save: (transfer: Transfer) => Promise<void>
  small?: true
  format?: 'xlsx' | 'csv'
}) {
  const exporting = useExporting()
  const { busy, run } = exporting
  return (
    <>
      <ExportProgress exporting={exporting} />
      <Button icon="download" busy={busy} onClick={() => void run(save)} {...(small && { size: 'small' })}>
        {format === 'csv' ? '导出 CSV' : '导出 Excel'}
      </Button>
    </>
  )
}
