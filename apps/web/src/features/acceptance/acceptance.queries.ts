import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { listOf, readOf, renew, saveOf, takeOf, writeOf, type Write } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [acceptanceCalls.get, acceptanceCalls.list, acceptanceCalls.counts, approvalCalls.tasks]

export const useAcceptance = readOf(acceptanceCalls.get)
export const useAcceptances = listOf(acceptanceCalls.list)
export const useAcceptanceCounts = readOf(acceptanceCalls.counts)
export const saveAcceptances = saveOf(acceptanceCalls.export, '验收单.xlsx')
export const useChangeAcceptance = writeOf(acceptanceCalls.change, changed)
export const useSubmitAcceptance = writeOf(acceptanceCalls.submit, changed)
export const signAcceptance = takeOf(acceptanceCalls.sign, changed)
export const auditAcceptances = takeOf(acceptanceCalls.audit, changed)
export const recallAcceptance = takeOf(acceptanceCalls.recall, changed)
export const cancelAcceptance = takeOf(acceptanceCalls.cancel, changed)
export const useCreateAcceptance = writeOf(acceptanceCalls.create, changed)
export const useRemovePicture = writeOf(acceptanceCalls.removePicture, [acceptanceCalls.get])

/** What stands in the form is kept, and then handed in: what is missing is said on its fields. */
export function useHandIn(): Write<typeof acceptanceCalls.change> {
  const change = useChangeAcceptance()
  const submit = useSubmitAcceptance()
  return {
    call: acceptanceCalls.change,
    busy: change.busy || submit.busy,
    run: async (args) => {
      const { id } = await change.run(args)
      return submit.run({ params: { id }, quiet: true })
    },
  }
}

/** Sends one picture as soon as it is chosen. */
export async function addPicture(
  id: number,
  file: File,
  onProgress: (part: number) => void,
): Promise<Attachment> {
  const [picture] = await send(acceptanceCalls.addPictures, {
    params: { id },
    files: [file],
    onProgress,
    quiet: true,
  })
  if (!picture) throw new Error('照片没有保存成功')
  await renew([acceptanceCalls.get])
  return picture
}
