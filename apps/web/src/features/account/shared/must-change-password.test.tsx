import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import MustChangePassword from './must-change-password.tsx'

stubCalls()

test('its content takes the focus after the sign-in and from 跳到主要内容, as on every other page', () => {
  signIn({ name: '李工' })
  renderPage(<MustChangePassword />)
  const main = screen.getByRole('main')
  // Without the attribute no browser lets it take the focus.
  expect([main.id, main.getAttribute('tabindex')]).toEqual(['main', '-1'])
})
