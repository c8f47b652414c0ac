import type { MonitorDoor, MonitorSwitch } from '@portal/contract/gate-monitor/gate-monitor'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/page.tsx'
import { Doors, Switches } from './units.tsx'

const place = { building: '理科楼', room: '101', online: true }
const door: MonitorDoor = { ...place, id: 5, name: '电镜室门', state: 'held', inside: 0, last: null }
const power: MonitorSwitch = { ...place, id: 6, name: '电镜电源', on: true, amps: null, readingAt: null }

test('from the state of a door and of a switch one gets to its settings and its events', () => {
  renderPage(
    <>
      <Doors doors={[door]} />
      <Switches switches={[power]} />
    </>,
  )
  const listTargets = (name: string) =>
    new Set(screen.getAllByRole('link', { name }).map((a) => a.getAttribute('href')))
  expect(listTargets('电镜室门')).toEqual(new Set(['/iot-device/iot-sub-device?id=5']))
  expect(listTargets('电镜电源')).toEqual(new Set(['/iot-device/iot-sub-device?id=6']))
})

test('a disconnected switch counts as that, not as on', () => {
  const away = { ...power, id: 7, name: '离心机电源', online: false }
  renderPage(<Switches switches={[power, away, { ...power, id: 8, on: false }]} />)
  expect(screen.getByText('空气开关（3，通电 1，离线 1）')).toBeTruthy()
})
