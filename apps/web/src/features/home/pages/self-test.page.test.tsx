import { screens } from '@portal/contract/screens'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import SelfTestPage from './self-test.page.tsx'

stubCalls({ 'GET *': pending })

test('the page is called what its tab calls it', () => {
  renderPart(
    <MemoryRouter>
      <SelfTestPage />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(screens['/osp/test'].title)
})
