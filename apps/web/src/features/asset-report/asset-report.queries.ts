import { useQuery } from '@tanstack/react-query'
import { assetReportCalls } from '@portal/contract/asset-report/asset-report'
import { deviceCalls } from '@portal/contract/device/device'
import { defineList, makeQuery, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'
import type { Found } from '../../ui/form/async-select.tsx'
import { makeDeviceOption } from '../device/shared/device-options.ts'

const changed = [assetReportCalls.list, assetReportCalls.get]

export const useReports = defineList(assetReportCalls.list)
export const saveReports = defineSave(assetReportCalls.export, '固定资产填报.xlsx')
export const useReport = defineRead(assetReportCalls.get)
export const useSubmitReport = defineWrite(assetReportCalls.submit, changed)
export const acceptReport = defineTake(assetReportCalls.accept, [...changed, deviceCalls.info])
export const returnReport = defineTake(assetReportCalls.return, changed)
export const withdrawReport = defineTake(assetReportCalls.withdraw, changed)
export const useDevice = defineRead(deviceCalls.info)

/** Uploads one picture before its report is sent. */
export async function attachPicture(file: File, onProgress: (part: number) => void) {
  const [picture] = await send(assetReportCalls.attach, { files: [file], onProgress, quiet: true })
  if (!picture) throw new Error('图片没有保存成功')
  return picture
}

/** For selects: the user's devices, by part of their name. */
export function useMyDeviceOptions(keyword: string): Found {
  const query = useQuery({
    ...makeQuery(deviceCalls.my, { query: { page: 0, size: 20, deviceName: keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map(makeDeviceOption))
}
