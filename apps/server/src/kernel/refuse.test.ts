import { expect, test } from 'vitest'
import { defineTranslation, refuseField, violatesReference } from './refuse.ts'

const refused = (code: string, constraint: string) =>
  Object.assign(new Error('refused by the database'), { code, constraint })
const translateViolation = defineTranslation({
  room_name: () => refuseField('name', '该房间已存在', 'ROOM_TAKEN'),
  room_floor: () => refuseField('floor', '楼层超出楼宇的层数'),
})

const fail = (e: Error) => translateViolation(() => Promise.reject(e))

test('a named constraint is answered by its refusal, and what is written comes back', async () => {
  expect(await translateViolation(() => Promise.resolve(7))).toBe(7)
  await expect(fail(refused('23505', 'room_name'))).rejects.toMatchObject({
    code: 'ROOM_TAKEN',
    reasons: [{ field: 'name' }],
  })
  await expect(fail(refused('23514', 'room_floor'))).rejects.toThrow('楼层超出楼宇的层数')
})

test('another constraint, and an error of another kind, pass as they are', async () => {
  const other = refused('23505', 'room_serial')
  const bug = Object.assign(new Error('a bug'), { constraint: 'room_name' })
  await expect(fail(other)).rejects.toBe(other)
  await expect(fail(bug)).rejects.toBe(bug)
})

test('only a foreign key violates a reference', () => {
  expect(violatesReference(refused('23503', 'room_building_id_fkey'))).toBe(true)
  expect(violatesReference(refused('23505', 'room_name'))).toBe(false)
  expect(violatesReference(new Error('23503'))).toBe(false)
})
