import { approvalCalls } from '@portal/contract/approval/approval'
import { benefitCalls as calls } from '@portal/contract/benefit/calls'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
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
export const useTrial = defineRead(calls.trial)

/** Uploads one file before its form is sent. */
export async function uploadEvidence(file: File, onProgress: (part: number) => void) {
  const [kept] = await send(calls.attach, { files: [file], onProgress, quiet: true })
  if (!kept) throw new Error('文件没有保存成功')
  return kept
}
