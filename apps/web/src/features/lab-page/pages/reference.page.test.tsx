import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import ReferencePage from './reference.page.tsx'

const lab = { id: 3, serialId: 'LAB3', name: '电镜中心', enabled: true, can: [] }
const own = { id: 7, name: '操作规程', sort: 0, count: 2 }
const rest = { id: 0, name: '未分类', sort: 10_000, count: 3 }
const { asked } = stubCalls({
  'GET /api/v2/lab/detail': lab,
  'GET /api/laboratory/download/category/{id}': ({ query }) =>
    query.get('rest') === 'true' ? [own, rest] : [own],
  'GET /api/laboratory/download/resource': makePage(),
})

test('all files are counted, and those without a category can be chosen', async () => {
  renderPart(
    <MemoryRouter initialEntries={['/lab/reference?serialId=LAB3']}>
      <ReferencePage />
    </MemoryRouter>,
  )
  const nav = await screen.findByRole('navigation', { name: '资料分类' })
  const listButtons = () => within(nav).getAllByRole('button')
  await waitFor(() =>
    expect(listButtons().map((b) => b.textContent)).toEqual(['全部资料5', '操作规程2', '未分类3']),
  )
  fireEvent.click(within(nav).getByText('未分类'))
  await waitFor(() => expect(asked.map(({ query }) => query.get('categoryId'))).toContain('0'))
})
