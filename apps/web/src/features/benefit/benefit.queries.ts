import { approvalCalls } from '@portal/contract/approval/approval'
import { benefitCalls as calls } from '@portal/contract/benefit/calls'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const judged = [calls.schemes, calls.list, calls.get, calls.ranking, calls.groups, calls.trial]
export const useSchemes = readOf(calls.schemes)
export const useAddScheme = writeOf(calls.addScheme, judged)
export const useChangeScheme = writeOf(calls.changeScheme, judged)
export const useSetDue = writeOf(calls.setDue, judged)
export const removeScheme = takeOf(calls.removeScheme, judged)

const moved = [...judged, approvalCalls.tasks]
export const startScheme = takeOf(calls.start, moved)
export const useEvaluations = listOf(calls.list)
export const saveEvaluations = saveOf(calls.export, '效益评价.xlsx')
export const useEvaluation = readOf(calls.get)
export const useChangeEvaluation = writeOf(calls.change, moved)
export const submitEvaluation = takeOf(calls.submit, moved)
export const useJudge = writeOf(calls.judge, moved)
export const decideEvaluations = takeOf(calls.decide, moved)
export const cancelEvaluation = takeOf(calls.cancel, moved)

export const useRanking = listOf(calls.ranking)
export const saveRanking = saveOf(calls.exportRanking, '效益评价排名.xlsx')
export const useGroups = listOf(calls.groups)
export const saveGroups = saveOf(calls.exportGroups, '效益评价汇总.xlsx')
export const useTrial = readOf(calls.trial)

/** Sends one file ahead of its form. */
export async function uploadEvidence(file: File, onProgress: (part: number) => void) {
  const [kept] = await send(calls.attach, { files: [file], onProgress, quiet: true })
  if (!kept) throw new Error('文件没有保存成功')
  return kept
}
