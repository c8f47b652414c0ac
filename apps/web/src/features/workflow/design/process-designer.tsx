import type { WorkflowDetail } from '@portal/contract/workflow/workflow'
import { parseForm } from '@portal/form-kit/form/parse'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { say } from '../../../lib/tell.ts'
import { useStore } from '../../../lib/store.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { CanvasBox } from './canvas-box.tsx'
import { Conflict } from './conflict.tsx'
import { useBoundForm } from './design.queries.ts'
import { Drawing } from './drawing.ts'
import { FaultStrip } from './fault-strip.tsx'
import { markFaults, useFaults } from './faults.ts'
import { ImportDialog } from './import-dialog.tsx'
import { listKnownFields } from './known-fields.ts'
import { OutlineList } from './outline-list.tsx'
import { Panel } from './panel.tsx'
import { findBoundForm } from './process-panel.tsx'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import { makeStudio, StudioContext, useDrawing, useStudio, type About } from './studio.ts'
import { ToolBar } from './tool-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'
import { useSaving } from './use-saving.ts'
import { useWork } from './use-work.ts'
import { Versions } from './versions.tsx'

interface Props {
  start: { xml: string; about: About }
  /** The process on the server; null before its first save. */
  detail: WorkflowDetail | null
  /** The revision that a restored draft started from. */
  begun: number | null
  /** The process whose unsaved draft the notice offers. */
  offered: number | 'new' | null
  notice: ReactNode
  onCreated: (detail: WorkflowDetail) => void
}

/** The designer of one process: outline, diagram, panel, saving and drafts. */
export function ProcessDesigner({ start, ...props }: Props) {
  const [studio] = useState(() => makeStudio(new Drawing(), start.about))
  return (
    <StudioContext value={studio}>
      <Workshop xml={start.xml} {...props} />
    </StudioContext>
  )
}

type Dialog = 'import' | 'versions'
function Workshop({
  xml: first,
  detail,
  begun,
  offered,
  notice,
  onCreated,
}: Omit<Props, 'start'> & { xml: string }) {
  const studio = useStudio()
  const { drawing } = studio
  const [isOpen, setOpen] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [revision, setRevision] = useState(begun ?? detail?.revision ?? 0)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [said, setSaid] = useState('')
  const [focus, setFocus] = useState(0)
  // After its first save the process has a number.
  const [id, setId] = useState<number | 'new'>(detail?.id ?? 'new')
  const work = useWork(studio, id, { isOpen, revision, begun: begun !== null, offered })
  const saving = useSaving(studio, work, {
    first: detail,
    revision,
    setRevision,
    onCreated: (next) => {
      setId(next.id)
      onCreated(next)
    },
  })
  const faults = useFaults(work.xml, saving.verdict, useStore(studio.fields))
  useLeaveQuestion(work.dirty, offered !== id)
  useKeys(drawing, () => void saving.save())
  useEffect(() => {
    // The size of the canvas beside the panels is known only after opening.
    if (!isOpen) return
    drawing.get('canvas').resized()
    drawing.fit()
  }, [drawing, isOpen])
  useEffect(() => markFaults(drawing, faults), [drawing, faults])
  const open = (element: string | null) => {
    drawing.select(element)
    setFocus((n) => n + 1)
  }
  const opened = () => {
    // A copied process has another name than the diagram it was made from.
    if (detail && begun === null) drawing.nameProcess(detail.name)
    setOpen(true)
  }
  const replace = async (xml: string) => {
    try {
      await drawing.replaceWith(xml)
      setDialog(null)
      say('success', '已替换画布上的流程，可以撤销')
    } catch {
      say('warning', '该文件不能在画布上打开')
    }
  }
  return (
    <div className="bd">
      {isOpen && (
        <>
          <BoundFields />
          <TopBar
            saving={saving}
            isDirty={work.isDirty}
            onImport={() => setDialog('import')}
            onVersions={() => setDialog('versions')}
          />
          {notice}
          {saving.detail && <SavedMeanwhile id={saving.detail.id} revision={revision} saving={saving} />}
          <FaultStrip faults={faults} onOpen={open} />
        </>
      )}
      {!isOpen && <h1>流程设计</h1>}
      {failed && <p role="alert">该流程图不能在画布上打开：{failed}</p>}
      <div className="bd-work" aria-busy={!isOpen && !failed}>
        {isOpen && <OutlineList faults={faults} onOpen={() => setFocus((n) => n + 1)} say={setSaid} />}
        <div className="bd-middle">
          {isOpen && <ToolBar />}
          <CanvasBox xml={first} onOpened={opened} onFailed={setFailed} />
        </div>
        {isOpen && <Panel faults={faults} focus={focus} />}
      </div>
      <p className="sr-only" role="status" aria-live="polite">
        {said}
      </p>
      <ImportDialog
        open={dialog === 'import'}
        onClose={() => setDialog(null)}
        onImport={(xml) => void replace(xml)}
      />
      {saving.detail && (
        <Versions
          id={saving.detail.id}
          open={dialog === 'versions'}
          onClose={() => setDialog(null)}
          onRestore={(xml) => void replace(xml)}
        />
      )}
      <Conflict saving={saving} />
    </div>
  )
}

/** Loads the fields of the bound form into the studio. */
function BoundFields() {
  const { fields } = useStudio()
  const { drawing } = useDrawing()
  const form = findBoundForm(drawing.root().businessObject)
  const { data } = useBoundForm({ params: { id: form ?? 0 } }, { enabled: form !== null })
  const known = useMemo(() => {
    const parsed = data ? parseForm(data.text).form : null
    return parsed ? listKnownFields(parsed) : null
  }, [data])
  const current = form === null ? null : known
  useEffect(() => fields.set(current), [fields, current])
  return null
}
