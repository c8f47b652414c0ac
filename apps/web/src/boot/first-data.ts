import type { FirstData } from '@portal/contract/screens'

/**
 * What a screen reads first, derived from its address alone, so that it is requested while the program is
 * still loading. An entry helps only if it is exactly the address that the page requests; otherwise the data
 * is requested twice (`first-data.test.tsx` checks). Plain text on purpose: boot.js must not include the
 * contract's schemas.
 */
type First = (query: URLSearchParams) => string[]

const SIZES = ['5', '10', '20', '30', '50', '100', '1000']
/** The query of a list, as `ui/list/list-query.ts` builds it from the address bar. */
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
    ['keyword', 'state', 'fromDay', 'toDay', 'kind', ...(judges ? ['deviceId', 'liveOn', 'awaitingMe'] : [])],
    { fixed: { scope }, ...(scope !== 'lab' && { order: 'agenda asc' }) },
  )(query)
  // Sections above the rows are requested too: arriving later, they would push the rows down.
  const over = ['/api/v2/booking/unsurveyed', '/api/v2/use-rating/unrated?page=0&size=3']
  return judges ? list : [...list, ...over]
}
const device: First = (query) => {
  const key = query.get('id') ?? query.get('deviceId') ?? query.get('serialId')
  return key ? [`/api/v2/device/info/${encodeURIComponent(key)}`] : []
}
/** The tasks of all businesses; filters by business are not predicted. */
const inbox: First = (query) => {
  const tasks = new URLSearchParams({ state: query.get('state') === 'done' ? 'done' : 'waiting' })
  const keyword = query.get('keyword')?.trim()
  if (keyword) tasks.append('keyword', keyword)
  if (query.get('all') === 'true') tasks.append('all', 'true')
  return ['/api/auditFlow/wait', ...(query.has('business') ? [] : [`/api/v2/approval/tasks?${tasks}`])]
}

/**
 * The words by which the table of screens (`packages/contract/src/screens.ts`) names a screen's first data.
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

/**
 * Number of cards in the first row. On a slow connection their pictures load while the program is still
 * loading.
 */
const CARDS = 4
/** Pictures in the answer that the page draws at once. */
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
