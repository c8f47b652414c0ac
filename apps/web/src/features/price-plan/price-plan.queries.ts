import { deviceCalls } from '@portal/contract/device/device'
import type { Attachment } from '@portal/contract/kernel/rows'
import { demonstrateCalls } from '@portal/contract/price-plan/demonstrate'
import { justificationCalls } from '@portal/contract/price-plan/justification'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useCurrentPrices = readOf(pricePlanCalls.current)
export const usePriceVersions = readOf(pricePlanCalls.list)
export const usePricedDevice = readOf(deviceCalls.info)
export const usePricedDevices = listOf(deviceCalls.shared)

export const useDemonstrated = listOf(demonstrateCalls.demonstrated)
export const saveDemonstrated = saveOf(demonstrateCalls.exportDemonstrated, '收费测算.xlsx')
export const useEstimate = readOf(demonstrateCalls.estimate)

export const useJustifications = readOf(justificationCalls.justifications)
export const useJustification = readOf(justificationCalls.justification)
export const useJustify = writeOf(justificationCalls.justify, [
  justificationCalls.justifications,
  justificationCalls.justification,
])
export const addPaper = (
  deviceId: number,
  file: File,
  onProgress: (part: number) => void,
): Promise<Attachment> =>
  send(justificationCalls.addPaper, { body: { deviceId }, files: [file], onProgress, quiet: true })
