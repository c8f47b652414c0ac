import { expect, test } from 'vitest'
import { deptInScope } from './scope.rules.ts'

test('a dept’s people have its tree, a lab’s people their labs, a head of a dept both', () => {
  expect(deptInScope({ deptId: 7, roles: [] })).toBe(7)
  expect(deptInScope({ deptId: 7, roles: ['TEACHER', 'CLERK'] })).toBe(7)
  for (const role of ['LAB_DIRECTOR', 'LAB_ADMIN', 'REVIEWER']) {
    expect(deptInScope({ deptId: 7, roles: [role, 'TEACHER'] })).toBeNull()
    expect(deptInScope({ deptId: 7, roles: [role, 'DEPT_HEAD'] })).toBe(7)
  }
  expect(deptInScope({ deptId: null, roles: [] })).toBeNull()
  expect(deptInScope(null)).toBeNull()
})
