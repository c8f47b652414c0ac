import { changedHelp, type ChangedHelp } from '@portal/contract/form/form'
import { workflowCalls } from '@portal/contract/workflow/calls'
import type { WorkflowDetail } from '@portal/contract/workflow/workflow'
import { useRef, useState } from 'react'
import { sayFailure } from '../../../lib/announce.ts'
import { asFailure } from '../../../lib/failure.ts'
import { say } from '../../../lib/tell.ts'
import {
  createWorkflow,
  judgeWorkflow,
  publishWorkflow,
  readWorkflow,
  saveWorkflow,
} from './design.queries.ts'
import type { Verdict } from './faults.ts'
import type { Studio } from './studio.ts'
import { readNow, type Work } from './use-work.ts'

/** The process on the server and how to save to it. `detail` is null before the first save. */
export interface Saving {
  detail: WorkflowDetail | null
  busy: boolean
  /** Set if another person has saved since this designer's revision. */
  conflict: ChangedHelp | null
  verdict: Verdict | null
  save: (options?: { overwrite?: boolean }) => Promise<WorkflowDetail | null>
  /** Asks the server which faults prevent publishing. */
  check: () => Promise<void>
  publish: () => Promise<void>
  setDetail: (detail: WorkflowDetail) => void
  /** Replaces our diagram by the other person's revision. */
  takeHis: () => Promise<void>
  closeConflict: () => void
}

export function useSaving(
  studio: Studio,
  work: Work,
  {
    first,
    revision,
    setRevision,
    onCreated,
  }: {
    first: WorkflowDetail | null
    revision: number
    setRevision: (revision: number) => void
    onCreated: (detail: WorkflowDetail) => void
  },
): Saving {
  const { drawing, about } = studio
  const [detail, setDetail] = useState(first)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<ChangedHelp | null>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const going = useRef(false)

  const take = (next: WorkflowDetail) => {
    setDetail(next)
    setRevision(next.revision)
  }
  /** Runs a call and shows its failure; returns null after a failure, and while another call runs. */
  async function attempt<T>(run: () => Promise<T>): Promise<T | null> {
    // A held Ctrl+S repeats. A second save would conflict with the first, or create another process.
    if (going.current) return null
    going.current = true
    // Blur the active box, so that text still being typed is applied.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setBusy(true)
    try {
      return await run()
    } catch (error) {
      const failure = asFailure(error)
      const help = failure.code === 'WORKFLOW_CHANGED' ? changedHelp.safeParse(failure.data) : null
      if (help?.success) setConflict(help.data)
      else sayFailure(failure)
      return null
    } finally {
      going.current = false
      setBusy(false)
    }
  }
  const findName = () => String(drawing.root().businessObject.get('name') ?? '')

  async function save({ overwrite = false } = {}): Promise<WorkflowDetail | null> {
    return attempt(async () => {
      const named = workflowCalls.create.body.shape.name.safeParse(findName())
      if (!named.success) {
        say('warning', `${named.error.issues[0]?.message ?? '请填写流程名称'}（在右侧“流程”中填写）`)
        drawing.select(null)
        return null
      }
      const now = await readNow(studio)
      const { category, description } = now.about
      const body = { name: named.data, category, description, xml: now.xml }
      const next = detail
        ? await saveWorkflow.run({
            params: { id: detail.id },
            body: { ...body, revision, overwrite },
            quiet: true,
          })
        : await createWorkflow.run({ body, quiet: true })
      work.markSaved(now)
      take(next)
      setConflict(null)
      say('success', '已保存')
      if (!detail) onCreated(next)
      return next
    })
  }

  return {
    detail,
    busy,
    conflict,
    verdict,
    save,
    async check() {
      await attempt(async () => {
        const xml = await drawing.write()
        const { faults } = await judgeWorkflow(xml)
        setVerdict({ xml, faults })
        if (faults.length === 0) say('success', '校验通过，可以发布')
        else say('warning', `有 ${faults.length} 处问题，改正后才能发布`)
      })
    },
    async publish() {
      const saved = detail && !work.dirty.current ? detail : await save()
      if (!saved) return
      await attempt(async () => {
        const xml = await drawing.write()
        try {
          const args = { params: { id: saved.id }, body: { revision: saved.revision }, quiet: true }
          take(await publishWorkflow.run(args))
        } catch (error) {
          const failure = asFailure(error)
          if (failure.code !== 'WORKFLOW_BAD') throw failure
          const faults = failure.reasons.map(({ field, message }) => ({
            element: field === undefined || field === 'xml' ? null : field,
            message,
          }))
          setVerdict({ xml, faults })
          say('warning', `有 ${faults.length} 处问题，改正后才能发布`)
          return
        }
        setVerdict({ xml, faults: [] })
        say('success', '已发布，现在就能发起')
      })
    },
    setDetail: take,
    async takeHis() {
      if (!detail) return
      await attempt(async () => {
        const his = await readWorkflow(detail.id)
        await drawing.open(his.xml)
        drawing.nameProcess(his.name)
        about.set({ category: his.category ?? '', description: his.description ?? '' })
        work.markSaved(await readNow(studio))
        take(his)
        setConflict(null)
        setVerdict(null)
      })
    },
    closeConflict: () => setConflict(null),
  }
}
