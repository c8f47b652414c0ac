import { deviceCalls } from '@portal/contract/device/device'
import type { Attachment } from '@portal/contract/kernel/rows'
import { demonstrateCalls } from '@portal/contract/price-plan/demonstrate'
import { justificationCalls } from '@portal/contract/price-plan/justification'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useCurrentPrices = defineRead(pricePlanCalls.current)
export const usePriceVersions = defineRead(pricePlanCalls.list)
export const usePricedDevice = defineRead(deviceCalls.info)
export const usePricedDevices = defineList(deviceCalls.shared)

export const useDemonstrated = defineList(demonstrateCalls.demonstrated)
export const saveDemonstrated = defineSave(demonstrateCalls.exportDemonstrated, '收费测算.xlsx')
export const useEstimate = defineRead(demonstrateCalls.estimate)

export const useJustifications = defineRead(justificationCalls.justifications)
export const useJustification = defineRead(justificationCalls.justification)
export const useJustify = defineWrite(justificationCalls.justify, [
  justificationCalls.justifications,
  justificationCalls.justification,
])
export const addPaper = (
  deviceId: number,
  file: File,
  onProgress: (part: number) => void,
): Promise<Attachment> =>
  send(justificationCalls.addPaper, { body: { deviceId }, files: [file], onProgress, quiet: true })
