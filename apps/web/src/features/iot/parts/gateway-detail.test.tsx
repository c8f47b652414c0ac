import type { GatewayRow } from '@portal/contract/iot/iot'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { questions } from '../../../lib/tell.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import { GatewayDetail } from './gateway-detail.tsx'

// the fields that the page reads of a gateway without a protocol
const gateway = {
  id: 3,
  name: '电镜楼网关',
  state: 'online',
  room: null,
  hardware: null,
  firmware: null,
  signal: null,
  seenAt: null,
  enrolledAt: null,
  mapping: null,
  listAt: null,
  clockOffSeconds: null,
  codeUntil: null,
  remark: null,
  retireReason: null,
  restored: null,
  can: ['retire'],
} as unknown as GatewayRow
const retire = vi.hoisted(() => vi.fn<(sent: { body: { reason: string } }) => Promise<unknown>>())
vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('./unit-list.tsx', () => ({ UnitList: () => null }))
vi.mock('../iot.queries.ts', async (original) => ({
  ...(await original<object>()),
  useGateway: () => ({ data: gateway, error: null }),
  retireGateway: { run: retire },
}))
afterEach(() => {
  cleanup()
  questions.set([])
})

test('the reason why a gateway is taken out of service survives a lost connection', async () => {
  retire.mockRejectedValueOnce(new Failure({ kind: 'network', message: '网络错误' })).mockResolvedValue({})
  render(
    <MemoryRouter>
      <GatewayDetail id={3} onIssued={vi.fn()} />
    </MemoryRouter>,
  )
  const takeOut = async () => {
    await press('停用')
    const [question] = questions.get()
    await answerQuestion(true, '电镜楼改造')
    return question?.reason?.start
  }
  expect(await takeOut()).toBe('')
  expect(await takeOut()).toBe('电镜楼改造')
  expect(retire.mock.calls.map(([{ body }]) => body.reason)).toEqual(['电镜楼改造', '电镜楼改造'])
})
