import { useInfiniteQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import { assetCalls, type attachTo } from '@portal/contract/asset/calls'
import type { DifferenceRow } from '@portal/contract/asset/stocktake'
import { deviceCalls } from '@portal/contract/device/device'
import { keyOf, listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

const everywhere = [assetCalls.label, assetCalls.waiting, approvalCalls.tasks, deviceCalls.info]

export const useLabel = readOf(assetCalls.label)
export const useAssetWaiting = readOf(assetCalls.waiting)

const moved = [assetCalls.transfers, assetCalls.transfer, ...everywhere]
export const useTransfers = listOf(assetCalls.transfers)
export const useTransfer = readOf(assetCalls.transfer)
export const useRequestTransfer = writeOf(assetCalls.requestTransfer, moved)
export const decideTransfers = takeOf(assetCalls.decideTransfers, moved)
export const cancelTransfer = takeOf(assetCalls.cancelTransfer, moved)
export const saveTransfers = saveOf(assetCalls.exportTransfers, '调拨.xlsx')

const maintained = [assetCalls.plans, assetCalls.records, ...everywhere]
export const usePlans = listOf(assetCalls.plans)
export const useSavePlan = writeOf(assetCalls.savePlan, maintained)
export const useRemovePlan = writeOf(assetCalls.removePlan, maintained)
export const useRecords = listOf(assetCalls.records)
export const useAddRecord = writeOf(assetCalls.addRecord, maintained)
export const savePlans = saveOf(assetCalls.exportPlans, '保养计划.xlsx')
export const saveRecords = saveOf(assetCalls.exportRecords, '保养记录.xlsx')
/** The plans of one device, to choose from. */
export const usePlansOf = readOf(assetCalls.plans)

const repaired = [assetCalls.repairOrders, assetCalls.repairOrder, ...everywhere]
export const useRepairOrders = listOf(assetCalls.repairOrders)
export const useRepairOrder = readOf(assetCalls.repairOrder)
export const useReportFault = writeOf(assetCalls.reportFault, repaired)
export const useAffected = readOf(assetCalls.affected)
export const useAssign = writeOf(assetCalls.assign, repaired)
export const useAssignMany = writeOf(assetCalls.assignMany, repaired)
export const useRefuseMany = writeOf(assetCalls.refuseMany, repaired)
export const startRepair = takeOf(assetCalls.start, repaired)
export const useExtendRepair = writeOf(assetCalls.extend, repaired)
export const useGiveUpRepair = writeOf(assetCalls.giveUp, repaired)
export const useFinishRepair = writeOf(assetCalls.finish, repaired)
export const refuseRepair = takeOf(assetCalls.refuseRepair, repaired)
export const saveRepairOrders = saveOf(assetCalls.exportRepairOrders, '报修.xlsx')

const scrapped = [assetCalls.scraps, assetCalls.scrap, ...everywhere]
export const useScraps = listOf(assetCalls.scraps)
export const useScrap = readOf(assetCalls.scrap)
export const useDraftScrap = writeOf(assetCalls.draftScrap, scrapped)
export const useChangeScrap = writeOf(assetCalls.changeScrap, scrapped)
export const submitScrap = takeOf(assetCalls.submitScrap, scrapped)
export const decideScraps = takeOf(assetCalls.decideScraps, scrapped)
export const cancelScrap = takeOf(assetCalls.cancelScrap, scrapped)
export const useDispose = writeOf(assetCalls.dispose, scrapped)
export const saveScraps = saveOf(assetCalls.exportScraps, '报废.xlsx')

const counted = [
  assetCalls.stocktakes,
  assetCalls.stocktake,
  assetCalls.differences,
  assetCalls.scans,
  assetCalls.label,
]
export const useStocktakes = listOf(assetCalls.stocktakes)
export const saveStocktakes = saveOf(assetCalls.exportStocktakes, '盘点.xlsx')
export const useStocktake = readOf(assetCalls.stocktake)
export const useOpenStocktake = writeOf(assetCalls.openStocktake, counted)
export const useCloseStocktake = writeOf(assetCalls.closeStocktake, counted)
export const useScan = writeOf(assetCalls.scan, counted)

type Finding = DifferenceRow['findings'][number]
/** Differences by key, one page after the other. */
export const useDifferences = (id: number, finding: Finding | undefined, size: number) =>
  useInfiniteQuery({
    queryKey: [...keyOf(assetCalls.differences), id, finding ?? '', size],
    queryFn: ({ pageParam, signal }) =>
      send(assetCalls.differences, {
        params: { id },
        query: { after: pageParam, size, ...(finding && { finding }) },
        signal,
        quiet: true,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })
export const saveDifferences = (id: number, finding: Finding | undefined) =>
  download(
    assetCalls.exportDifferences,
    { params: { id }, query: finding ? { finding } : {} },
    '盘点差异.xlsx',
  )

/** Sends one file ahead of its form. */
export const uploadFor =
  (business: (typeof attachTo)[number]) => async (file: File, onProgress: (part: number) => void) => {
    const [kept] = await send(assetCalls.attach, {
      body: { business },
      files: [file],
      onProgress,
      quiet: true,
    })
    if (!kept) throw new Error('文件没有保存成功')
    return kept
  }
