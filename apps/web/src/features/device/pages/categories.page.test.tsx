import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import type { Category } from '../parts/category-forms.tsx'
import CategoriesPage from './categories.page.tsx'

const category: Category = { id: 1, parentId: null, code: '03', name: '分析仪器', sort: 1, devices: 12 }
stubCalls({ 'GET /api/deviceCategory/category': [category] })

const listLinks = async (...permissions: string[]) => {
  signIn({ permissions })
  renderPage(<CategoriesPage />)
  await screen.findByRole('heading', { name: '03 分析仪器' })
  return screen.queryAllByRole('link').map((a) => a.getAttribute('href'))
}

test('its instruments are a link only for those whom the list of instruments lets in', async () => {
  expect(await listLinks('DEVICE_CATEGORY_ALL', 'DEVICE_MANEGE_VIEW')).toEqual([
    '/maintain/deviceInfo?categoryId=1',
  ])
  cleanup()
  expect(await listLinks('DEVICE_CATEGORY_ALL')).toEqual([])
})
