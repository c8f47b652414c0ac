import type { ReactNode } from 'react'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import { UnitList } from './unit-list.tsx'

type Row = { id: number; name: string }
const { said, list } = vi.hoisted(() => ({
  said: [] as string[],
  list: {} as Pick<ListPageProps<Row>, 'actions' | 'batch'>,
}))
vi.mock('../../../lib/tell.ts', async (original) => ({
  ...(await original<object>()),
  say: (tone: string, text: string) => void said.push(`${tone} ${text}`),
}))
vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('./tie-many.tsx', () => ({ TieMany: () => null }))
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: ({ actions, batch }: ListPageProps<Row>): ReactNode => (
    Object.assign(list, { actions, batch }),
    null
  ),
}))

let answers: object[]
beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
})
afterEach(() => void vi.useRealTimers())
stubCalls({
  'GET /api/v2/iot/commands/{id}': () => answers.shift(),
  'POST /api/v2/iot/units/{id}/command': { id: 3 },
})

async function order(label: string) {
  render(<UnitList title="空开" kind="air_switch" />)
  const action = list.actions?.find((a) => a.label === label)
  if (!action?.run) throw new Error(`there is no ${label}`)
  await action.run({ id: 5, name: '一号' } as never, '设备检修')
  await vi.advanceTimersByTimeAsync(5000)
}
const waiting = { id: 3, done: null, over: false, why: null }

it('whoever orders from afar is told what became of it', async () => {
  answers = [waiting, waiting, { ...waiting, done: true }]
  await order('通电')
  expect(said).toEqual(['info 通电指令已发出，正在等待网关应答', 'success 一号：通电已执行'])
})

it('what was refused is said with its reason, and a gateway that says nothing as well', async () => {
  answers = [{ ...waiting, done: false, why: 'no_grant' }]
  await order('通电')
  answers = [waiting, { ...waiting, over: true }]
  await order('断电')
  expect(said.filter((s) => s.startsWith('warning'))).toEqual([
    'warning 一号：通电未执行，当前没有授权',
    'warning 一号：断电没有得到网关应答，请查看现场或稍后重试',
  ])
})

it('more than the server takes at once are sent in parts, and said as one', async () => {
  const sent: number[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    const ids = method === 'POST' ? (JSON.parse(String(body)) as { ids: number[] }).ids : []
    sent.push(ids.length)
    const skipped = ids.includes(250) ? [{ id: 250, name: '末号', why: '仍在使用' }] : []
    const data = { done: ids.filter((id) => id !== 250), skipped }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  render(<UnitList title="空开" kind="air_switch" />)
  const retire = list.batch?.find((b) => b.can === 'retire')
  const rows = Array.from({ length: 250 }, (_, i) => ({ id: i + 1, name: `${i + 1} 号` }))
  await retire?.run(rows as never, '设备检修')
  expect(sent.filter((count) => count > 0)).toEqual([100, 100, 50])
  expect(said).toEqual(['warning 已停用 249 个子设备，跳过 1 个：“末号”仍在使用'])
})
