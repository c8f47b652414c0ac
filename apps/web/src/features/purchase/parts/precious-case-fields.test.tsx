import { screen } from '@testing-library/react'
import { Form } from 'antd'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makePage, refuse, stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { PreciousCaseFields } from './precious-case-fields.tsx'

const { answer } = stubCalls({ 'GET /api/v2/device/list': refuse(500, 500, '服务器内部错误') })

test('a look-up of similar instruments that failed does not say that there are none', async () => {
  renderPart(
    <MemoryRouter>
      <Form>
        <Form.List name="items">{() => <PreciousCaseFields row={0} item={{ name: '扫描电镜' }} />}</Form.List>
      </Form>
    </MemoryRouter>,
  )
  await press('按名称查重')
  await screen.findByText('查重失败')
  expect(screen.queryByText('校内没有找到同类设备')).toBeNull()
  answer({ 'GET /api/v2/device/list': makePage() })
  await press('重试')
  await screen.findByText('校内没有找到同类设备')
})
