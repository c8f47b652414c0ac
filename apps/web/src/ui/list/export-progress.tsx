import { useEffect, useState } from 'react'
import { formatBytes } from '../../lib/format.ts'

interface Exporting {
  busy: boolean
  /** Bytes received so far. */
  received: number
  /** Resolves at the end of the export; `send` has shown a failure. */
  run(save: (onReceived: (bytes: number) => void) => Promise<void>): Promise<void>
}
/** An export under way, for its button and for `ExportProgress`. */
export function useExporting(): Exporting {
  const [busy, setBusy] = useState(false)
  const [received, setReceived] = useState(0)
  const run: Exporting['run'] = async (save) => {
    setReceived(0)
    setBusy(true)
    try {
      await save(setReceived)
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return { busy, received, run }
}

/** How far an export has come, once it takes more than a second; how long the file will be is not known. */
export function ExportProgress({ busy, received }: Pick<Exporting, 'busy' | 'received'>) {
  const slow = useSlow(busy)
  if (!slow) return null
  return (
    <span className="batch-progress" role="status">
      {received > 0 ? `已接收 ${formatBytes(received)}` : '正在生成文件'} <progress aria-label="导出进度" />
    </span>
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
