import { useQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import { benefitCalls as calls } from '@portal/contract/benefit/calls'
import { MOST_TRIED, type Tried } from '@portal/contract/benefit/ranking'
import type { Reply } from '@portal/contract/kernel/call'
import type { Failure } from '../../lib/failure.ts'
import { defineList, defineRead, defineSave, defineTake, defineWrite, makeKey } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const judged = [calls.schemes, calls.list, calls.get, calls.ranking, calls.groups, calls.trial]
export const useSchemes = defineRead(calls.schemes)
export const useAddScheme = defineWrite(calls.addScheme, judged)
export const useChangeScheme = defineWrite(calls.changeScheme, judged)
export const useSetDue = defineWrite(calls.setDue, judged)
export const removeScheme = defineTake(calls.removeScheme, judged)

const moved = [...judged, approvalCalls.tasks]
export const startScheme = defineTake(calls.start, moved)
export const useEvaluations = defineList(calls.list)
export const saveEvaluations = defineSave(calls.export, '效益评价.xlsx')
export const useEvaluation = defineRead(calls.get)
export const useChangeEvaluation = defineWrite(calls.change, moved)
export const submitEvaluation = defineTake(calls.submit, moved)
export const useJudge = defineWrite(calls.judge, moved)
export const decideEvaluations = defineTake(calls.decide, moved)
export const cancelEvaluation = defineTake(calls.cancel, moved)

export const useRanking = defineList(calls.ranking)
export const saveRanking = defineSave(calls.exportRanking, '效益评价排名.xlsx')
export const useGroups = defineList(calls.groups)
export const saveGroups = defineSave(calls.exportGroups, '效益评价汇总.xlsx')

interface TrialQuery {
  schemeId: number
  deptId?: number | undefined
}
interface Trial {
  devices: Tried[]
  /** There are more instruments than are tried at once. */
  cut: boolean
}
/** Asks for one part after the other until all instruments are there, or as many as are tried at once. */
async function readTrial(query: TrialQuery, signal: AbortSignal): Promise<Trial> {
  const devices: Tried[] = []
  let after: number | undefined
  do {
    const part: Reply<typeof calls.trial> = await send(calls.trial, {
      query: { ...query, after },
      signal,
      quiet: true,
    })
    devices.push(...part.devices)
    after = part.next ?? undefined
  } while (after !== undefined && devices.length < MOST_TRIED)
  return { devices, cut: after !== undefined }
}
/** The figures of all instruments of a trial, whose ranks are among all of them. */
export const useTrial = (query: TrialQuery) =>
  useQuery<Trial, Failure>({
    queryKey: [...makeKey(calls.trial), query],
    queryFn: ({ signal }) => readTrial(query, signal),
  })

/** Uploads one file before its form is sent. */
export async function uploadEvidence(file: File, onProgress: (part: number) => void) {
  const [kept] = await send(calls.attach, { files: [file], onProgress, quiet: true })
  if (!kept) throw new Error('文件没有保存成功')
  return kept
}
