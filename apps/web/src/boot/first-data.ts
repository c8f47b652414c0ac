import type { FirstData } from '@portal/contract/screens'

/**
 * What a screen reads first, told from its address alone, so that it is asked for while the program is still
 * loading. A line is worth it only if the address is exactly what the page will ask for; otherwise it is
 * asked twice (`first-data.test.tsx` looks). Plain text on purpose: nothing of the contract's schemas may
 * come along into boot.js.
 */
type First = (query: URLSearchParams) => string[]

const SIZES = ['5', '10', '20', '30', '50', '100', '1000']
/** The rows of a list, as `ui/list/list-query.ts` reads them from the address bar. */
const rows =
  (
    path: string,
    filters: readonly string[],
    { order, fixed = {} }: { order?: string; fixed?: Record<string, string> } = {},
  ): First =>
  (query) => {
    const page = Number(query.get('page'))
    const size = query.get('size') ?? ''
    const chosen = query.get('order_by') ?? ''
    const wanted = new URLSearchParams({
      page: String(Number.isInteger(page) && page > 1 ? page - 1 : 0),
      size: SIZES.includes(size) ? size : '20',
    })
    const orderBy = /^[a-zA-Z]+ (asc|desc)$/.test(chosen) ? chosen : order
    if (orderBy) wanted.append('order_by', orderBy)
    for (const [name, value] of [
      ...Object.entries(fixed),
      ...filters.map((f) => [f, query.get(f)?.trim()] as const),
    ])
      if (value) wanted.append(name, value)
    return [`${path}?${wanted}`]
  }

const bookings: First = (query) => {
  const asked = query.get('scope')
  if (asked === 'violations' || asked === 'lab-violations') return []
  const scope = ['experimenter', 'payer', 'lab'].find((s) => s === asked) ?? 'mine'
  const judges = scope === 'payer' || scope === 'lab'
  const list = rows(
    '/api/orders/appointment',
    ['keyword', 'state', 'fromDay', 'toDay', 'kind', ...(judges ? ['deviceId', 'awaitingMe'] : [])],
    { fixed: { scope }, ...(scope !== 'lab' && { order: 'agenda asc' }) },
  )(query)
  // What stands over the rows would push them down, did it come after them.
  const over = ['/api/v2/booking/unsurveyed', '/api/v2/use-rating/unrated?page=0&size=3']
  return judges ? list : [...list, ...over]
}
const device: First = (query) => {
  const key = query.get('id') ?? query.get('deviceId') ?? query.get('serialId')
  return key ? [`/api/v2/device/info/${encodeURIComponent(key)}`] : []
}
/** The tasks of all businesses; one business's are a click away. */
const inbox: First = (query) => {
  const tasks = new URLSearchParams({ state: query.get('state') === 'done' ? 'done' : 'waiting' })
  const keyword = query.get('keyword')?.trim()
  if (keyword) tasks.append('keyword', keyword)
  if (query.get('all') === 'true') tasks.append('all', 'true')
  return ['/api/auditFlow/wait', ...(query.has('business') ? [] : [`/api/v2/approval/tasks?${tasks}`])]
}

/**
 * The words by which the table of screens (`packages/contract/src/screens.ts`) says what a screen asks for.
 */
export const firstData: Record<FirstData, First> = {
  home: () => ['/api/v2/home'],
  devices: rows(
    '/api/v2/device/shared',
    ['deviceName', 'deptId', 'labId', 'categoryId', 'status', 'opened', 'kind', 'tier', 'freeOn', 'tag'],
    { order: 'use desc' },
  ),
  labs: rows('/api/laboratory/search', ['labName', 'type', 'grade', 'deptId'], { order: 'serialId asc' }),
  notices: rows('/api/v2/notice', ['kind', 'keyword']),
  device,
  bookings,
  inbox,
}

/** How many cards the first row has. On a slow line they come while the program is still being read. */
const CARDS = 4
/** What an answer shows: pictures the page will draw at once. */
export const firstPictures: Partial<
  Record<FirstData, (answer: unknown, query: URLSearchParams) => string[]>
> = {
  devices: (answer, query) =>
    query.get('view') === 'list'
      ? []
      : ((answer as { items?: { imageUrl: string | null }[] } | null)?.items ?? [])
          .slice(0, CARDS)
          .flatMap(({ imageUrl }) => (imageUrl ? [`${imageUrl}?thumb=1`] : [])),
}
