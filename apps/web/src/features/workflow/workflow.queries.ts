import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { Ref } from '@portal/contract/kernel/rows'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { defineEndless } from '../../lib/endless.ts'
import { Failure } from '../../lib/failure.ts'
import { defineRead, defineSave, defineTake, defineWrite, makeQuery, renew } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import type { Option } from '../../ui/list/filters.tsx'

const moved = [workflowCalls.instance, workflowCalls.instances, approvalCalls.tasks, approvalCalls.wait]

// ── what runs ───────────────────────────────────────────────────────────────

export const useInstance = defineRead(workflowCalls.instance)
export const renewInstance = () => renew(moved)
/** Instances, newest first, with endless paging. `query`: the scope, and the filters of the address bar. */
export const useInstances = defineEndless(workflowCalls.instances)
export const saveInstances = defineSave(workflowCalls.exportInstances, '流程实例.xlsx')
export const useDecideTask = defineWrite(workflowCalls.decide, moved)
export const decideInstances = defineTake(workflowCalls.decideAll, moved)
export const useHandOver = defineWrite(workflowCalls.handOver, moved)
export const useClaim = defineWrite(workflowCalls.claim, moved)
export const useResubmit = defineWrite(workflowCalls.resubmit, moved)
export const useWithdraw = defineWrite(workflowCalls.withdraw, moved)
export const useUrge = defineWrite(workflowCalls.urge, [workflowCalls.instance])
export const useComment = defineWrite(workflowCalls.comment, [workflowCalls.instance])
export const useMove = defineWrite(workflowCalls.move, moved)

/** The person of an id; undefined if they have started nothing. */
export function useStarter(starterId: number | null): Ref | undefined {
  const query = { scope: 'all' as const, starterId: starterId ?? 0, size: 1 }
  const { data } = useQuery({ ...makeQuery(workflowCalls.instances, { query }), enabled: starterId !== null })
  return data?.items[0]?.starter
}
const useWorkflows = defineRead(workflowCalls.list)
/** Processes that were started, for a filter. */
export function useWorkflowOptions(): readonly Option[] {
  const { data } = useWorkflows({ query: { page: 0, size: 100 } })
  const started = data?.items.filter((workflow) => workflow.started > 0) ?? []
  return started.map(({ id, name }) => ({ value: id, label: name }))
}

// ── starting ────────────────────────────────────────────────────────────────

const drafted = [workflowCalls.startable, workflowCalls.fill]
export const useStartable = defineRead(workflowCalls.startable)
export const useFillable = defineRead(workflowCalls.fill)
export const renewFillable = () => renew([workflowCalls.fill])
export const useSaveDraft = defineWrite(workflowCalls.saveDraft, drafted)
export const useDropDraft = defineWrite(workflowCalls.dropDraft, drafted)
export const useStart = defineWrite(workflowCalls.start, [...drafted, ...moved])
/** The people who would act. The reply for earlier values stays visible until the new one arrives. */
export const usePreview = (id: number, values: Record<string, unknown>) =>
  useQuery({
    ...makeQuery(workflowCalls.preview, { params: { id }, body: { values } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

interface FileFor {
  workflowId: number
  /** The running instance, whose form may be older than the current one; null before the start. */
  instanceId: number | null
}
/** Uploads a file for values that are not submitted yet. `onProgress` gets a share from 0 to 1. */
export async function keepFile(
  { workflowId, instanceId }: FileFor,
  field: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<{ name: string; url: string }> {
  const params = { id: workflowId }
  const [kept] = await send(workflowCalls.upload, {
    params,
    body: { field, ...(instanceId !== null && { instanceId }) },
    files: [file],
    onProgress,
    quiet: true,
  })
  if (!kept) throw new Failure({ kind: 'http', message: '文件没有保存，请重试' })
  return { name: kept.name, url: kept.url }
}
export const uploadRule = workflowCalls.upload.upload
