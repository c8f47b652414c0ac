import { useState } from 'react'
import { Button } from '../light.tsx'

/** The 导出 button for places without a list page. `send` has shown failures. */
export function ExportButton({
  save,
  small,
  format = 'xlsx',
}: {
  save: () => Promise<void>
  small?: true
  format?: 'xlsx' | 'csv'
}) {
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    void save()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Button icon="download" busy={busy} onClick={run} {...(small && { size: 'small' })}>
      {format === 'csv' ? '导出 CSV' : '导出 Excel'}
    </Button>
  )
}
