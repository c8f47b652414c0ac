import type { LabRole } from '@portal/contract/lab/lab'
import { expect, test } from 'vitest'
import { listEdits, mayEdit } from './lab.rules.ts'

const held = (...codes: string[]) => new Set(codes)
const director: LabRole[] = ['lab_director']

test('a role on the lab and the code for the part: neither is enough alone', () => {
  expect(mayEdit('base', held('LABORATORY_BASE_EDIT'), director)).toBe(true)
  expect(mayEdit('base', held('LABORATORY_BASE_EDIT'), ['lab_admin'])).toBe(true)
  expect(mayEdit('base', held('LABORATORY_BASE_EDIT'), ['lab_member'])).toBe(false)
  expect(mayEdit('base', held('LABORATORY_BASE_EDIT'), [])).toBe(false)
  expect(mayEdit('base', held('LABORATORY_INTRO_EDIT'), director)).toBe(false)
})
test('codes of the whole campus need no role, and reach their part only', () => {
  expect(listEdits(held('DEVICE_ALL'), [])).toEqual(['device'])
  expect(listEdits(held('OPEN_SETTING_ALL'), [])).toEqual(['opening'])
  expect(listEdits(held('LABORATORY_ALL'), [])).toEqual(['base', 'intro', 'room', 'admin', 'audit'])
  expect(listEdits(held('ADMIN'), [])).toHaveLength(7)
  expect(listEdits(held(), director)).toEqual([])
})
