import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Arguments } from '@portal/contract/kernel/call'
import type { Page } from '@portal/contract/kernel/page'
import { qualificationCalls, type QualificationRow } from '@portal/contract/qualification/qualification'
import type { Failure } from '../../lib/failure.ts'
import { defineList, makeQuery, defineWrite, type RowsHook } from '../../lib/query.ts'
import { download, type SendArguments, type Transfer } from '../../lib/send.ts'

const changed = [qualificationCalls.list, qualificationCalls.mine]

/**
 * Defines the list of people qualified for one device; filters come from the address bar as text, as in
 * `defineList`.
 */
export const definePeople =
  (deviceId: number): RowsHook<QualificationRow> =>
  (query) =>
    useQuery({
      ...makeQuery(qualificationCalls.list, { params: { deviceId }, query } as Arguments<
        typeof qualificationCalls.list
      >),
      placeholderData: keepPreviousData,
    }) as UseQueryResult<Page<QualificationRow>, Failure>
export const defineSavePeople = (deviceId: number) => (query: Record<string, unknown>, transfer?: Transfer) =>
  download(
    qualificationCalls.export,
    { params: { deviceId }, query, ...transfer } as SendArguments<typeof qualificationCalls.export>,
    '上机资格.xlsx',
  )

export const useMyQualifications = defineList(qualificationCalls.mine)
export const useGrantQualification = defineWrite(qualificationCalls.grant, changed)
export const useWithdrawQualification = defineWrite(qualificationCalls.withdraw, changed)
