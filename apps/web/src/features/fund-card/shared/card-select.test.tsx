import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { CardSelect } from './card-select.tsx'

stubCalls({ 'GET /api/v2/fund-card/my': refuse(500, 'FAILED', '服务器出错') })

test('cards that could not be read are not said to be missing', async () => {
  renderPart(<CardSelect />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(await screen.findByText('加载失败，请重新打开')).toBeTruthy()
  expect(screen.queryByText('没有可用的经费卡')).toBeNull()
})
