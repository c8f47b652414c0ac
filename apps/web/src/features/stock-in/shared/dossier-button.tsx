import { useState } from 'react'
import { useHolds, useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/light.tsx'
import { saveDossier } from '../stock-in.queries.ts'

interface Props {
  deviceId: number
  name: string
  /** For a table cell; otherwise for the actions of a page. */
  small?: boolean
}
/** Downloads all papers of an instrument: its purchase and everything since. */
export function DossierButton({ deviceId, name, small = false }: Props) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveDossier(deviceId)
    } catch {
      // `send` has shown the failure.
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

/** The button on an instrument's page, for its keepers; the requester finds it on the order. */
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
