import type { MyLabRow } from '@portal/contract/lab/lab'
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { LabCard } from './lab-card.tsx'

stubCalls({ 'GET *': pending })

const lab: MyLabRow = {
  id: 3,
  serialId: 'LAB3',
  name: '电镜中心',
  dept: { id: 1, name: '材料学院' },
  type: null,
  grade: null,
  directors: ['主任'],
  devices: 5,
  sharedDevices: 5,
  phone: null,
  email: null,
  room: null,
  areaM2: null,
  foundedYear: null,
  enabled: true,
  roles: ['lab_director'],
  can: [],
}
/** The links of the card of such a laboratory. */
function listLinks(more: Partial<MyLabRow>) {
  cleanup()
  renderPart(
    <MemoryRouter>
      <LabCard lab={{ ...lab, ...more }} />
    </MemoryRouter>,
  )
  return screen.getAllByRole('link').map((link) => link.textContent)
}

test('管理实验室 is drawn for those whom the page lets in', () => {
  const roles: readonly MyLabRow['roles'][] = [['lab_director'], ['lab_admin'], ['lab_member'], ['reviewer']]
  const listAdmitted = (can: MyLabRow['can']) =>
    roles.filter((own) => listLinks({ roles: own, can }).includes('管理实验室')).flat()
  expect(listAdmitted([])).toEqual([])
  // With the right to all laboratories, whatever one is in this one.
  expect(listAdmitted(['base', 'intro', 'room', 'admin', 'audit'])).toEqual(roles.flat())
  // The right to all opening hours opens other pages; so does the right to all instruments.
  expect(listAdmitted(['opening'])).toEqual([])
  expect(listAdmitted(['device'])).toEqual(['lab_director', 'lab_admin'])
})

test('a closed laboratory is marked, and leads to no search that finds nothing', () => {
  expect(listLinks({})).toContain('共享仪器')
  expect(screen.queryByText('已停用')).toBeNull()
  expect(listLinks({ enabled: false, sharedDevices: 0 })).not.toContain('共享仪器')
  screen.getByText('已停用')
})
