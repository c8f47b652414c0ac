import type { FormDetail } from '@portal/contract/form/form'
import type { Form } from '@portal/form-kit/form/form'
import { useState, type ReactNode } from 'react'
import { say } from '../../../lib/tell.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { DraftNotice } from '../../../ui/form/offered-draft.tsx'
import { Button } from '../../../ui/light.tsx'
import { Canvas } from './canvas.tsx'
import { Conflict } from './conflict.tsx'
import { createDesigner, DesignerContext, useDesign, useDesigner, type About } from './designer.ts'
import { ExportDialog, ImportDialog } from './exchange.tsx'
import { FaultStrip } from './fault-strip.tsx'
import { Palette } from './palette.tsx'
import { Panel } from './panel.tsx'
import { Preview } from './preview.tsx'
import { TopBar } from './top-bar.tsx'
import { useDesignerKeys } from './use-item-keys.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSaving } from './use-saving.ts'
import { FaultsContext, useJudged } from './verdict.ts'
import { Versions } from './versions.tsx'

interface Props {
  start: { form: Form; about: About }
  /** The form on the server; null before its first save. */
  detail: FormDetail | null
  /** An unsaved draft to restore; `revision` is the one it started from. */
  kept: { form: Form; about: About; revision: number } | null
  /** The newest revision on the server, if it is newer than ours. */
  newest: FormDetail | null
  /** The form whose unsaved draft the notice offers. */
  offered: number | 'new' | null
  notice: ReactNode
  onCreated: (detail: FormDetail) => void
}

/** The designer of one form: palette, canvas, panel, saving and drafts. */
export function FormDesigner({ start, kept, ...props }: Props) {
  const [designer] = useState(() => {
    const made = createDesigner(start.form, start.about)
    if (kept) {
      made.act({ do: 'replace', form: kept.form })
      made.setAbout(kept.about)
    }
    return made
  })
  return (
    <DesignerContext value={designer}>
      <Workshop {...props} begun={kept?.revision ?? null} />
    </DesignerContext>
  )
}

type Dialog = 'preview' | 'import' | 'export' | 'versions'

function Workshop({
  detail: first,
  begun,
  newest,
  offered,
  notice,
  onCreated,
}: Omit<Props, 'start' | 'kept'> & { begun: number | null }) {
  const designer = useDesigner()
  const saving = useSaving(designer, first, begun, onCreated)
  const { detail, conflict, closeConflict } = saving
  const form = useDesign(({ design }) => design.form)
  const name = useDesign(({ about }) => about.name)
  const said = useDesign((state) => state.said)
  const judged = useJudged()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const id = detail?.id ?? 'new'
  const dirty = useKeptDraft(designer, id, saving.revision, offered)
  useLeaveQuestion(dirty, offered !== id)
  useDesignerKeys(dialog === null)
  const isBehind = newest !== null && detail !== null && newest.revision > detail.revision
  return (
    <FaultsContext value={judged.byRule}>
      <div className="fd">
        <TopBar
          saving={saving}
          onPreview={() => setDialog('preview')}
          onImport={() => setDialog('import')}
          onExport={() => setDialog('export')}
          onVersions={() => setDialog('versions')}
        />
        {notice}
        {isBehind && (
          <DraftNotice>
            {newest.changedBy.name} 刚刚保存了这个表单（第 {newest.revision}{' '}
            次保存）。您可以继续编辑，保存时再决定以谁的为准。
            <Button size="small" onClick={() => void saving.takeHis()}>
              改用对方的版本
            </Button>
          </DraftNotice>
        )}
        <FaultStrip judged={judged} />
        <div className="fd-work">
          <Palette />
          <main className="fd-middle">
            <Canvas />
          </main>
          <Panel />
        </div>
        <p className="sr-only" role="status" aria-live="polite">
          {said}
        </p>
      </div>
      <Preview form={dialog === 'preview' ? form : null} title={name || '表单预览'} onClose={close} />
      <ImportDialog
        open={dialog === 'import'}
        ok="替换当前内容"
        onClose={close}
        onImport={(read) => void designer.act({ do: 'replace', form: read })}
      />
      <ExportDialog form={dialog === 'export' ? form : null} name={name} onClose={close} />
      {detail && (
        <>
          <Versions
            id={detail.id}
            open={dialog === 'versions'}
            onClose={close}
            onRestore={(read, revision) => {
              designer.act({ do: 'replace', form: read })
              say('success', `已恢复第 ${revision} 次保存的内容，保存后生效`)
            }}
          />
          <Conflict
            id={detail.id}
            conflict={conflict}
            busy={saving.busy}
            onClose={closeConflict}
            onOverwrite={() => void saving.save({ overwrite: true })}
            onTakeHis={() => void saving.takeHis()}
          />
        </>
      )}
    </FaultsContext>
  )
}
