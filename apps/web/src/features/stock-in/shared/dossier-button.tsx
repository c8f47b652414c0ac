import { useState } from 'react'
import { useHolds, useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/light.tsx'
import { saveDossier } from '../stock-in.queries.ts'

interface Props {
  deviceId: number
  name: string
  /** In a table's cell; otherwise among the actions of a page. */
  small?: boolean
}
/** Everything on paper about an instrument: how it came in, and what it went through since. */
export function DossierButton({ deviceId, name, small = false }: Props) {
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
  if (!small)
    return (
      <Button icon="download" busy={busy} onClick={() => void save()}>
        下载建档资料
      </Button>
    )
  return (
    <Button
      kind="text"
      size="small"
      icon="download"
      busy={busy}
      aria-label={`下载 ${name} 的建档资料`}
      onClick={() => void save()}
    >
      下载
    </Button>
  )
}

/** The same for an instrument, where the reader keeps it: those who asked for it have it on its order. */
export function DeviceDossier({
  device: d,
  edits = false,
}: {
  device: { id: number; name: string; contact: { id: number } | null }
  edits?: boolean
}) {
  const office = useHolds(['PURCHASE_ALL'])
  const me = useUser()
  return office || edits || (me !== null && d.contact?.id === me.uid) ? (
    <DossierButton deviceId={d.id} name={d.name} />
  ) : null
}
