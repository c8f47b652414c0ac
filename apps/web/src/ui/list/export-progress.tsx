import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { passFocusOn } from '../../lib/pass-focus.ts'
import type { Transfer } from '../../lib/send.ts'
import { Button } from '../light.tsx'

interface Exporting {
  busy: boolean
  /** Bytes received so far. */
  received: number
  /** Resolves at the end of the export; `send` has shown a failure. */
  run(save: (transfer: Transfer) => Promise<void>): Promise<void>
  /** Stops the export: no file is saved. */
  cancel(): void
}
/** An export under way, for its button and for `ExportProgress`. */
export function useExporting(): Exporting {
  const [busy, setBusy] = useState(false)
  const [received, setReceived] = useState(0)
  const current = useRef<AbortController>(undefined)
  const run: Exporting['run'] = async (save) => {
    const mine = new AbortController()
    current.current = mine
    setReceived(0)
    setBusy(true)
    try {
      await save({
        signal: mine.signal,
        onReceived: (bytes) => mine === current.current && setReceived(bytes),
      })
    } catch {
      // `send` has shown the failure.
    } finally {
      // One that was cancelled may end after the next has begun.
      if (mine === current.current) setBusy(false)
    }
  }
  const cancel = () => {
    current.current?.abort()
    current.current = undefined
    setBusy(false)
  }
  return { busy, received, run, cancel }
}

/**
 * How far an export has come, and a way to stop it, once it takes more than a second; how long the file will
 * be is not known.
 */
export function ExportProgress({ exporting: { busy, received, cancel } }: { exporting: Exporting }) {
  const slow = useSlow(busy)
  if (!slow) return null
  return (
    <>
      <span className="batch-progress" role="status">
        {received > 0 ? `已接收 ${formatBytes(received)}` : '正在生成文件'} <progress aria-label="导出进度" />
      </span>
      <Button
        kind="text"
        size="small"
        onClick={(e) => {
          passFocusOn(e.currentTarget)
          cancel()
        }}
      >
        取消导出
      </Button>
    </>
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
  return running && slow // at once, so that whoever passes on the focus finds the button gone
}
