import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { CardSelect } from './card-select.tsx'

const { answer } = stubCalls({ 'GET /api/v2/fund-card/my': refuse(500, 'FAILED', '服务器出错') })

test('cards that could not be read are not said to be missing', async () => {
  renderPart(<CardSelect />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(await screen.findByText('加载失败，请重新打开')).toBeTruthy()
  expect(screen.queryByText('没有可用的经费卡')).toBeNull()
})

test('a card that can no longer pay is said to be one, and not shown as a number', async () => {
  answer({ 'GET /api/v2/fund-card/my': makePage([{ id: 7, number: 'K-7', name: '课题', usableFen: 100 }]) })
  renderPart(<CardSelect value={17} />)
  expect(await screen.findByText('原选的经费卡，现在不能使用')).toBeTruthy()
  expect(screen.queryByText('17')).toBeNull()
})
