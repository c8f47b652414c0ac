import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { joinHandIn } from '../../lib/hand-in.ts'
import {
  defineList,
  defineRead,
  renew,
  defineSave,
  defineTake,
  defineWrite,
  type Write,
} from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [acceptanceCalls.get, acceptanceCalls.list, acceptanceCalls.counts, approvalCalls.tasks]

export const useAcceptance = defineRead(acceptanceCalls.get)
export const useAcceptances = defineList(acceptanceCalls.list)
export const useAcceptanceCounts = defineRead(acceptanceCalls.counts)
export const saveAcceptances = defineSave(acceptanceCalls.export, '验收单.xlsx')
export const useChangeAcceptance = defineWrite(acceptanceCalls.change, changed)
export const useSubmitAcceptance = defineWrite(acceptanceCalls.submit, changed)
export const signAcceptance = defineTake(acceptanceCalls.sign, changed)
export const auditAcceptances = defineTake(acceptanceCalls.audit, changed)
export const recallAcceptance = defineTake(acceptanceCalls.recall, changed)
export const cancelAcceptance = defineTake(acceptanceCalls.cancel, changed)
export const useCreateAcceptance = defineWrite(acceptanceCalls.create, changed)
export const useRemovePicture = defineWrite(acceptanceCalls.removePicture, [acceptanceCalls.get])

export const useHandIn = (
  onSaved: (saved: { revision: number }) => void,
): Write<typeof acceptanceCalls.change> => joinHandIn(useChangeAcceptance(), useSubmitAcceptance(), onSaved)

/** Uploads one picture as soon as it is chosen. */
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
