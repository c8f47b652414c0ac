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
  ListPage: (props: ListPageProps<Row>): ReactNode => {
    list.actions = props.actions
    list.batch = props.batch
    return null
  },
}))

let answers: object[]
beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
})
afterEach(() => void vi.useRealTimers())
const { sent, answer } = stubCalls({
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

it('more units than the server takes at once go in parts, the latest of a port first, told as one', async () => {
  answer({
    'POST /api/v2/iot/units/restore': ({ body }) => {
      const [first, ...others] = (body as { ids: number[] }).ids
      const isLeft = first === 250
      return {
        done: (isLeft ? others : [first, ...others]).map((id) => ({ id })),
        skipped: isLeft ? [{ id: 250, name: '二五〇号', why: '端口 3 已由“一号”使用' }] : [],
      }
    },
  })
  render(<UnitList title="空开" kind="air_switch" />)
  const rows = Array.from({ length: 450 }, (_, i) => ({ id: i + 1, name: `${i + 1} 号` }))
  await list.batch?.find((b) => b.can === 'restore')?.run(rows, '恢复使用')
  const bodies = sent as { ids: number[]; reason: string }[]
  expect(bodies.map((b) => [b.ids.length, b.ids[0], b.reason])).toEqual([
    [200, 450, '恢复使用'],
    [200, 250, '恢复使用'],
    [50, 50, '恢复使用'],
  ])
  expect(said).toEqual(['warning 已恢复 449 个子设备，跳过 1 个：“二五〇号”端口 3 已由“一号”使用'])
})
