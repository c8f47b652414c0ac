import { useState } from 'react'
import { Button } from '../../../ui/light.tsx'
import { saveDossier } from '../stock-in.queries.ts'

/** Everything on paper about how an instrument came in. */
export function DossierButton({ deviceId, name }: { deviceId: number; name: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveDossier(deviceId)
    } catch {
      // Said already.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="text" size="small" icon="download" busy={busy} aria-label={`下载 ${name} 的建档资料`} onClick={() => void save()}>
      下载
    </Button>
  )
}
