import type { DeviceBase } from '@portal/contract/device/body'
import { expect, test } from 'vitest'
import {
  keepOthers,
  listActions,
  judgeDays,
  judgeOperation,
  maySee,
  orderedDays,
  type DeviceDays,
  type Standing,
} from './device.rules.ts'

const stranger: Standing = { shared: false, contactId: null, roles: [], reviews: false, headed: false }
const me = (...codes: string[]) => ({ id: 7, permissions: new Set(codes) })

test('shared ones are for everybody, others for who has to do with them', () => {
  expect(maySee({ ...stranger, shared: true }, me())).toBe(true)
  expect(maySee(stranger, me('DEVICE_MANEGE_VIEW', 'LABORATORY_DEVICE_EDIT'))).toBe(false)
  for (const close of [
    { roles: ['lab_member' as const] },
    { reviews: true },
    { headed: true },
    { contactId: 7 },
  ])
    expect(maySee({ ...stranger, ...close }, me())).toBe(true)
  for (const code of ['ADMIN', 'DEVICE_ALL', 'OPEN_SETTING_ALL'])
    expect(maySee(stranger, me(code))).toBe(true)
})
test('what can be done with it', () => {
  const held = (...codes: string[]) => new Set(codes)
  expect(
    listActions({ ...stranger, roles: ['lab_admin'] }, held('LABORATORY_DEVICE_EDIT', 'OPEN_SETTING_EDIT')),
  ).toEqual(['edit', 'remove', 'open'])
  expect(listActions({ ...stranger, roles: ['lab_admin'] }, held('OPEN_SETTING_EDIT'))).toEqual(['open'])
  expect(listActions({ ...stranger, reviews: true }, held('LABORATORY_DEVICE_EDIT'))).toEqual(['review'])
  expect(listActions(stranger, held('DEVICE_ALL'))).toEqual(['edit', 'remove'])
  expect(listActions({ ...stranger, headed: true }, held('LABORATORY_DEVICE_EDIT'))).toEqual([
    'edit',
    'remove',
  ])
  expect(listActions({ ...stranger, headed: true }, held())).toEqual([])
})
test('what is scrapped is not shared, what is in repair not declared sound', () => {
  expect(judgeOperation({ status: 'scrapped' }, 'share', false)).toBe('DEVICE_SCRAPPED')
  expect(judgeOperation({ status: 'broken' }, 'restore', true)).toBe('REPAIR_OPEN')
  expect(judgeOperation({ status: 'broken' }, 'restore', false)).toBeUndefined()
  expect(judgeOperation({ status: 'normal' }, 'scrap', true)).toBeUndefined()
})
test('a status and its note are kept or written together', () => {
  // the only fields that are read
  const seen = { status: 'normal', statusNote: null } as DeviceBase
  const stored = { status: 'broken', statusNote: '真空泵漏油' }
  expect(keepOthers(seen, { ...seen }, stored)).toEqual(stored)
  const maintained = { ...seen, status: 'maintenance' as const }
  expect(keepOthers(maintained, { ...seen }, stored)).toEqual(maintained)
  const noted = { ...seen, statusNote: '待校准' }
  expect(keepOthers(noted, { ...seen }, stored)).toEqual(noted)
})
test('the days of its life follow each other', () => {
  const days = (more: Partial<DeviceDays>): DeviceDays => ({
    madeOn: null,
    boughtOn: null,
    enabledOn: null,
    warrantyUntil: null,
    ...more,
  })
  const fields = (more: Partial<DeviceDays>) => judgeDays(days(more), '2026-06-01').map((f) => f.field)
  expect(fields({})).toEqual([])
  expect(
    fields({
      madeOn: '2026-06-01',
      boughtOn: '2026-06-01',
      enabledOn: '2026-06-01',
      warrantyUntil: '2026-06-01',
    }),
  ).toEqual([])
  expect(fields({ madeOn: '2026-06-02' })).toEqual(['madeOn'])
  expect(fields({ madeOn: '2026-05-02', enabledOn: '2026-05-01' })).toEqual(['enabledOn'])
  expect(fields({ boughtOn: '2026-05-02', enabledOn: '2026-05-01', warrantyUntil: '2026-05-01' })).toEqual([
    'enabledOn',
    'warrantyUntil',
  ])
  // Bought before it was made; bought after it was enabled; a warranty that ended before the purchase.
  for (const came of [
    { madeOn: '2026-03-01', boughtOn: '2026-02-01', enabledOn: '2026-04-01', warrantyUntil: '2029-04-01' },
    { madeOn: '2026-03-01', boughtOn: '2026-05-01', enabledOn: '2026-04-01', warrantyUntil: '2026-03-15' },
    { madeOn: '2026-05-01', boughtOn: null, enabledOn: '2026-04-01' },
  ])
    expect(fields(orderedDays(days(came)))).toEqual([])
})
