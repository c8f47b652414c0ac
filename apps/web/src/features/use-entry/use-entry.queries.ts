import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Arguments } from '@portal/contract/kernel/call'
import { useEntryCalls } from '@portal/contract/use-entry/use-entry'
import { defineList, makeQuery, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'

const changed = [useEntryCalls.list, useEntryCalls.get]
export const useEntries = defineList(useEntryCalls.list)
export const useEntry = defineRead(useEntryCalls.get)
export const saveEntries = defineSave(useEntryCalls.export, '手工使用登记.xlsx')
export const useCreateEntry = defineWrite(useEntryCalls.create, changed)
export const revokeEntry = defineTake(useEntryCalls.revoke, changed)

/** Instruments for which the user may enter uses, by part of name or number; without text the first few. */
export function useKeptDevices(keyword: string) {
  const query = useQuery({
    ...makeQuery(useEntryCalls.devices, { query: { keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, (rows) =>
    rows.map((d) => ({ value: d.id, label: `${d.name}（${d.serialId}，${d.lab}）` })),
  )
}

type Wish = NonNullable<Arguments<typeof useEntryCalls.judge>['body']>
/** Recorded uses at these times; null: nothing to judge yet. */
export const useJudgement = (wish: Wish | null) =>
  useQuery({
    ...makeQuery(useEntryCalls.judge, { body: wish ?? { deviceId: 0, intervals: [] } }),
    enabled: wish !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Uploads one paper before its entry is sent. */
export async function sendPaper(file: File, onProgress: (part: number) => void) {
  const [paper] = await send(useEntryCalls.attach, { files: [file], onProgress, quiet: true })
  if (!paper) throw new Error('凭证没有保存成功')
  return paper
}
