import type { Profile } from '@portal/contract/account/account'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { ProfileCard } from './profile-card.tsx'

stubCalls({ 'GET /api/code/list': [{ value: '7', label: '博士后' }] })

// The fields that the card reads.
const profile = {
  username: 'p7',
  name: '李博士',
  avatar: null,
  onCampus: true,
  dept: null,
  organization: null,
  userType: '7',
  supervisor: null,
  tier: 'campus',
  roles: [],
  email: null,
  phone: null,
  createdTime: '2026-03-02T02:00:00.000Z',
  lastLoginAt: null,
  suspendedUntil: null,
  suspendedReason: null,
} as unknown as Profile

test('the type of a person is named as the dictionary names it', async () => {
  renderPage(<ProfileCard profile={profile} />)
  expect(await screen.findByText('博士后')).toBeTruthy()
})

test('a supervisor who has left is marked: nobody pays by default any more', () => {
  const supervisor = { id: 5, name: '陈志远', username: 'chenzy', enabled: false }
  renderPage(<ProfileCard profile={{ ...profile, supervisor }} />)
  expect(screen.getByText('陈志远（账号已停用）')).toBeTruthy()
})
