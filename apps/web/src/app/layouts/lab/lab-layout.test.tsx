import { fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { session } from '../../../lib/session.ts'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { LabLayout } from './lab-layout.tsx'

const roles = {
  lab_director: false,
  lab_admin: false,
  lab_member: true,
  reviewer: false,
  system_admin: false,
}
beforeEach(() => {
  // the only fields that the frame reads
  session.know({ uid: 1, roles: [], permissions: ['LABORATORY_BASE_EDIT'] } as unknown as CurrentUser)
})
afterEach(() => session.end())
const { answer } = stubCalls({ 'GET /api/v2/lab/detail': refuse(404, 'REFUSED', '没有答复') })

const show = () =>
  renderPart(
    <MemoryRouter initialEntries={['/lab/manage?serialId=LAB404']}>
      <Routes>
        <Route Component={LabLayout}>
          <Route path="/lab/manage" element={<p>管理页</p>} />
        </Route>
        <Route path="/401" element={<p>没有访问该页面的权限</p>} />
      </Routes>
    </MemoryRouter>,
  )

test('the management of a lab that does not exist is opened, because the page itself says so', async () => {
  answer({ 'GET /api/v2/lab/get_role': refuse(404, 'REFUSED', '没有答复') })
  show()
  expect(await screen.findByText('管理页')).toBeTruthy()
})

test('roles that did not arrive are asked for again; without one the page stays closed', async () => {
  answer({ 'GET /api/v2/lab/get_role': refuse(500, 'REFUSED', '没有答复') })
  show()
  const again = await screen.findByRole('button', { name: '重试' })
  expect(screen.queryByText('管理页')).toBeNull()
  answer({ 'GET /api/v2/lab/get_role': roles })
  fireEvent.click(again)
  expect(await screen.findByText('没有访问该页面的权限')).toBeTruthy()
})
