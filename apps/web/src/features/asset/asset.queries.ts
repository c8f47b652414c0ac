import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import { assetCalls, type attachTo } from '@portal/contract/asset/calls'
import type { DifferenceRow, ScanRow } from '@portal/contract/asset/stocktake'
import { deviceCalls } from '@portal/contract/device/device'
import type { Arguments } from '@portal/contract/kernel/call'
import {
  makeKey,
  makeQuery,
  defineList,
  defineRead,
  defineSave,
  defineTake,
  defineWrite,
  type RowsHook,
} from '../../lib/query.ts'
import { download, send, type Transfer } from '../../lib/send.ts'

const everywhere = [assetCalls.label, assetCalls.waiting, approvalCalls.tasks, deviceCalls.info]

export const useLabel = defineRead(assetCalls.label)
export const useAssetWaiting = defineRead(assetCalls.waiting)

const moved = [assetCalls.transfers, assetCalls.transfer, ...everywhere]
export const useTransfers = defineList(assetCalls.transfers)
export const useTransfer = defineRead(assetCalls.transfer)
export const useRequestTransfer = defineWrite(assetCalls.requestTransfer, moved)
export const decideTransfers = defineTake(assetCalls.decideTransfers, moved)
export const cancelTransfer = defineTake(assetCalls.cancelTransfer, moved)
export const saveTransfers = defineSave(assetCalls.exportTransfers, '调拨.xlsx')

const maintained = [assetCalls.plans, assetCalls.records, ...everywhere]
export const usePlans = defineList(assetCalls.plans)
export const useSavePlan = defineWrite(assetCalls.savePlan, maintained)
export const useRemovePlan = defineWrite(assetCalls.removePlan, maintained)
export const useRecords = defineList(assetCalls.records)
export const useAddRecord = defineWrite(assetCalls.addRecord, maintained)
export const useRemoveRecord = defineWrite(assetCalls.removeRecord, maintained)
export const savePlans = defineSave(assetCalls.exportPlans, '保养计划.xlsx')
export const saveRecords = defineSave(assetCalls.exportRecords, '保养记录.xlsx')
/** The maintenance plans of one device, for a select. */
export const useDevicePlans = defineRead(assetCalls.plans)

const repaired = [assetCalls.repairOrders, assetCalls.repairOrder, ...everywhere]
export const useRepairOrders = defineList(assetCalls.repairOrders)
export const useRepairOrder = defineRead(assetCalls.repairOrder)
export const useReportFault = defineWrite(assetCalls.reportFault, repaired)
export const useAffected = defineRead(assetCalls.affected)
export const useAssign = defineWrite(assetCalls.assign, repaired)
export const useAssignMany = defineWrite(assetCalls.assignMany, repaired)
export const useRefuseMany = defineWrite(assetCalls.refuseMany, repaired)
export const startRepair = defineTake(assetCalls.start, repaired)
export const useExtendRepair = defineWrite(assetCalls.extend, repaired)
export const useGiveUpRepair = defineWrite(assetCalls.giveUp, repaired)
export const useFinishRepair = defineWrite(assetCalls.finish, repaired)
export const refuseRepair = defineTake(assetCalls.refuseRepair, repaired)
export const saveRepairOrders = defineSave(assetCalls.exportRepairOrders, '报修.xlsx')

const scrapped = [assetCalls.scraps, assetCalls.scrap, ...everywhere]
export const useScraps = defineList(assetCalls.scraps)
export const useScrap = defineRead(assetCalls.scrap)
export const useDraftScrap = defineWrite(assetCalls.draftScrap, scrapped)
export const useChangeScrap = defineWrite(assetCalls.changeScrap, scrapped)
export const submitScrap = defineTake(assetCalls.submitScrap, scrapped)
export const decideScraps = defineTake(assetCalls.decideScraps, scrapped)
export const cancelScrap = defineTake(assetCalls.cancelScrap, scrapped)
export const useDispose = defineWrite(assetCalls.dispose, scrapped)
export const useCorrectDisposal = defineWrite(assetCalls.correctDisposal, scrapped)
export const saveScraps = defineSave(assetCalls.exportScraps, '报废.xlsx')

const counted = [
  assetCalls.stocktakes,
  assetCalls.stocktake,
  assetCalls.differences,
  assetCalls.scans,
  assetCalls.label,
]
export const useStocktakes = defineList(assetCalls.stocktakes)
export const saveStocktakes = defineSave(assetCalls.exportStocktakes, '盘点.xlsx')
export const useStocktake = defineRead(assetCalls.stocktake)
export const useOpenStocktake = defineWrite(assetCalls.openStocktake, counted)
export const useCloseStocktake = defineWrite(assetCalls.closeStocktake, counted)
// The page of the removed one is left, not read again.
export const useRemoveStocktake = defineWrite(assetCalls.removeStocktake, [assetCalls.stocktakes])
export const useScan = defineWrite(assetCalls.scan, counted)
export const takeBackScan = defineTake(assetCalls.takeBackScan, counted)
/** The scans of one stocktake, whose id is part of the call's path. */
export const defineScans =
  (id: number): RowsHook<ScanRow> =>
  (query) =>
    useQuery({
      ...makeQuery(assetCalls.scans, { params: { id }, query } as unknown as Arguments<
        typeof assetCalls.scans
      >),
      placeholderData: keepPreviousData,
    }) as unknown as ReturnType<RowsHook<ScanRow>> // every list returns a page of its rows

type Finding = DifferenceRow['findings'][number]
/** Differences by key, loaded page by page. */
export const useDifferences = (id: number, finding: Finding | undefined, size: number) =>
  useInfiniteQuery({
    queryKey: [...makeKey(assetCalls.differences), id, finding ?? '', size],
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
export const saveDifferences = (id: number, finding: Finding | undefined, transfer: Transfer) =>
  download(
    assetCalls.exportDifferences,
    { params: { id }, query: finding ? { finding } : {}, ...transfer },
    '盘点差异.xlsx',
  )

/** Uploads one file before its form is sent. */
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
