import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile, usePicture } from '../file.queries.ts'
import './files.css'

/** Saves a file on a click; for files that need the session. */
export function FileLink({ id, name }: { id: string; name: string }) {
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    // Failures have been said.
    void saveFile(id, name).then(
      () => setBusy(false),
      () => setBusy(false),
    )
  }
  return (
    <button type="button" className="file-link" disabled={busy} aria-busy={busy || undefined} onClick={save}>
      <Icon name="download" size={15} />
      {name}
    </button>
  )
}

/** A picture that needs the session; public ones are plain `<img src>`. */
export function FilePicture({ id, alt, small = false }: { id: string; alt: string; small?: boolean }) {
  const { data, isError } = usePicture(id, small)
  if (isError) return <span className="muted">图片无法显示</span>
  return data ? <img src={data} alt={alt} /> : <span className="bone" style={{ width: 160, height: 100 }} />
}
