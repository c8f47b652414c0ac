import { formCalls } from '@portal/contract/form/calls'
import { changedHelp, type ChangedHelp, type FormDetail } from '@portal/contract/form/form'
import type { Form } from '@portal/form-kit/form/form'
import { parseForm, writeForm } from '@portal/form-kit/form/parse'
import { useState } from 'react'
import { sayFailure } from '../../../lib/announce.ts'
import { asFailure } from '../../../lib/failure.ts'
import { say } from '../../../lib/tell.ts'
import { createForm, publishForm, readForm, saveForm } from './design.queries.ts'
import { makeAbout, isDirty, type Designer } from './designer.ts'

/** The form on the server and how to save to it. `detail` is null before the first save. */
export interface Saving {
  detail: FormDetail | null
  busy: boolean
  /** Set if another person has saved since this designer's revision. */
  conflict: ChangedHelp | null
  save: (options?: { note?: string; overwrite?: boolean }) => Promise<FormDetail | null>
  publish: () => Promise<void>
  /** The revision that the next save follows. */
  revision: number
  /** Takes the form's state after another action, such as retiring or reopening it. */
  setDetail: (detail: FormDetail) => void
  /** Replaces our form by the newest one on the server; undo restores ours. */
  takeHis: () => Promise<void>
  closeConflict: () => void
}

/** Saves a form as the revision after the one it started from, or reports a conflict with a newer one. */
export function useSaving(
  designer: Designer,
  first: FormDetail | null,
  begun: number | null,
  onCreated: (detail: FormDetail) => void,
): Saving {
  const [detail, setDetail] = useState(first)
  // A restored draft may have started from a revision that is not the newest.
  const [revision, setRevision] = useState(begun ?? first?.revision ?? 0)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<ChangedHelp | null>(null)

  const take = (next: FormDetail) => {
    setDetail(next)
    setRevision(next.revision)
  }

  async function save({ note = '', overwrite = false } = {}): Promise<FormDetail | null> {
    const { design, about } = designer.store.get()
    const fault = judge(design.form, about.name)
    if (fault !== null) {
      say('warning', fault)
      return null
    }
    const text = writeForm(design.form)
    const body = { ...about, text }
    setBusy(true)
    try {
      const next = detail
        ? await saveForm.run({
            params: { id: detail.id },
            body: { ...body, revision, overwrite, note },
            quiet: true,
          })
        : await createForm.run({ body, quiet: true })
      designer.markSaved(takeBack(designer, design.form, text, next.text), about)
      take(next)
      setConflict(null)
      say('success', '已保存')
      if (!detail) onCreated(next)
      return next
    } catch (error) {
      const failure = asFailure(error)
      const help = failure.code === 'FORM_CHANGED' ? changedHelp.safeParse(failure.data) : null
      if (help?.success) setConflict(help.data)
      else sayFailure(failure)
      return null
    } finally {
      setBusy(false)
    }
  }

  return {
    detail,
    busy,
    conflict,
    save,
    async publish() {
      const saved = detail && !isDirty(designer.store.get()) ? detail : await save()
      if (!saved) return
      setBusy(true)
      try {
        take(await publishForm.run({ params: { id: saved.id }, body: { revision: saved.revision } }))
        say('success', '已发布，填写人现在就能看到；绑定它的流程须重新发布')
      } catch {
        // The failure has already been shown.
      } finally {
        setBusy(false)
      }
    },
    revision,
    setDetail: take,
    async takeHis() {
      if (!detail) return
      try {
        const his = await readForm(detail.id)
        const { form } = parseForm(his.text)
        if (!form) return say('warning', '对方的版本不符合现在的规则')
        designer.act({ do: 'replace', form })
        designer.setAbout(makeAbout(his))
        designer.markSaved(form, makeAbout(his))
        take(his)
        setConflict(null)
      } catch (error) {
        sayFailure(asFailure(error))
      }
    },
    closeConflict: () => setConflict(null),
  }
}

/** Why a form cannot be saved; the server makes the same checks. */
function judge(form: Form, name: string): string | null {
  const named = formCalls.create.body.shape.name.safeParse(name)
  if (!named.success) return `${named.error.issues[0]?.message ?? '请填写表单名称'}（在右侧“表单”中填写）`
  const { faults } = parseForm({ rule: form.rule, options: form.options }, { forSaving: true })
  return faults.length > 0 ? `表单有 ${faults.length} 处错误，请改正后再保存` : null
}

/** Takes over the form as the server stored it: it removes unsafe content from rich text. */
function takeBack(designer: Designer, sent: Form, text: string, kept: string): Form {
  if (kept === text) return sent
  const { form } = parseForm(kept)
  if (!form) return sent
  designer.act({ do: 'replace', form })
  say('info', '富文本中不安全的内容已被去除')
  return form
}
