import type { MappingDetail } from '@portal/contract/iot/mapping'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { makePage, refuse, stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { MappingForm } from './mapping-form.tsx'

const mapping: MappingDetail = {
  id: 7,
  name: '智能插座',
  remark: null,
  version: 2,
  by: '监控办',
  at: '2026-03-01T01:00:00.000Z',
  gateways: 1,
  rules: {
    lines: [
      {
        topic: 'tele/{unit}/SENSOR',
        path: 'ENERGY.Power',
        to: 'watts',
        unit: null,
        factor: 1,
        offset: 0,
        yes: null,
        no: null,
        register: null,
      },
    ],
    commands: [],
  },
  versions: [],
}

const { sent, answer } = stubCalls({
  'GET /api/v2/iot/gateways': makePage(),
  'POST /api/v2/iot/mappings/{id}/versions': mapping,
})

function Page() {
  const [read, setRead] = useState(mapping)
  return (
    <>
      <button onClick={() => setRead({ ...mapping, version: 3 })}>再读一次</button>
      <MappingForm mapping={read} onDone={() => {}} />
    </>
  )
}

test('it says which version it began with, whatever the page has read since', async () => {
  renderPage(<Page />)
  fill('备注', '二楼用')
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(screen.getByRole('button', { name: /保存为新版本/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ remark: '二楼用', seenVersion: 2, lines: [{ to: 'watts' }] })
  // What is said at the end would otherwise be said in the next test.
  await waitFor(() => expect(messages.get().map((m) => m.text)).toContain('已保存为新版本'))
})

test('a trial that is refused says so once, and its device is not tried twice meanwhile', async () => {
  answer({
    'GET /api/v2/iot/gateways': makePage([{ id: 3, name: '二楼插座', state: 'online' }]),
    'POST *': refuse(400, 400, '内容有误', [{ code: 'X', message: '第 1 行没有主题' }]),
  })
  messages.set([])
  renderPage(<Page />)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '试用的设备' }))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option[title="二楼插座"]')
    if (!found) throw new Error('the gateways have not come yet')
    return found
  })
  fireEvent.click(option)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '试算' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() =>
    expect(messages.get().map((m) => [m.text, ...m.lines])).toEqual([['内容有误', '第 1 行没有主题']]),
  )
  expect(sent).toHaveLength(1)
})
