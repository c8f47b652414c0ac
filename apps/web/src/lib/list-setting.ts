import { useQuery } from '@tanstack/react-query'
import { listSettingCalls, type ListSetting } from '@portal/contract/list-setting/list-setting'
import { makeQuery, queryClient } from './query.ts'
import { send } from './send.ts'
import { session } from './session.ts'

// Each user's settings of each list. The server keeps them; the last ones are also stored on this device, so
// that the list is not drawn again when the answer arrives.

const all = makeQuery(listSettingCalls.list)
const findPlace = (): string => `list-settings:${session.user()?.uid ?? ''}`

function recall(): ListSetting[] | undefined {
  try {
    return JSON.parse(localStorage.getItem(findPlace()) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
function remember(settings: readonly ListSetting[]): void {
  try {
    localStorage.setItem(findPlace(), JSON.stringify(settings))
  } catch {
    // Storage full or disabled: next time they come from the server.
  }
}

/** Null: the user has set nothing for this list. Undefined: not known yet, on the first visit of a device. */
export function useListSetting(list: string): ListSetting | null | undefined {
  const { data, isFetching, failureCount } = useQuery(
    {
      ...all,
      queryFn: async (context) => {
        const settings = await (all.queryFn as (c: typeof context) => Promise<ListSetting[]>)(context)
        remember(settings)
        return settings
      },
      enabled: session.user() !== null,
      initialData: undefined,
      placeholderData: recall,
      staleTime: 300_000,
    },
    queryClient,
  )
  if (data) return data.find((s) => s.list === list) ?? null
  // A list whose settings cannot be read is shown as it is for everybody.
  return isFetching && failureCount === 0 ? undefined : null
}

const put = (next: (settings: readonly ListSetting[]) => ListSetting[]): void => {
  const settings = next(queryClient.getQueryData<ListSetting[]>(all.queryKey) ?? recall() ?? [])
  queryClient.setQueryData(all.queryKey, settings)
  remember(settings)
}
/**
 * Changes the setting of a list as the server has it: the one on screen may not have been read, or be older
 * than one that the user saved on another device. `send` shows a failure and throws.
 */
export async function changeListSetting(
  list: string,
  change: (now: ListSetting) => ListSetting,
): Promise<void> {
  const settings = await send(listSettingCalls.list, {})
  const setting = change(
    settings.find((s) => s.list === list) ?? { list, columns: [], density: 'normal', filters: [] },
  )
  await send(listSettingCalls.save, { body: setting })
  put(() => [...settings.filter((s) => s.list !== list), setting])
}
export async function resetListSetting(list: string): Promise<void> {
  await send(listSettingCalls.reset, { query: { list } })
  put((settings) => settings.filter((s) => s.list !== list))
}
