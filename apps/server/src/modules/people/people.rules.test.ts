import { password } from '@portal/contract/account/password'
import { describe, expect, test } from 'vitest'
import { actionsOn, reaches, makeTemporaryPassword } from './people.rules.ts'
import { closesRing, buildTree } from './rights/rights.rules.ts'
import { readFacts, toUsername } from './credentials/subject.rules.ts'

const held = (...codes: string[]) => new Set(codes)

test('rights reach as far as one’s own; ADMIN reaches everything', () => {
  expect(reaches(held('USER_ALL'), [])).toBe(true)
  expect(reaches(held('USER_ALL', 'X'), ['X'])).toBe(true)
  expect(reaches(held('USER_ALL'), ['ADMIN'])).toBe(false)
  expect(reaches(held('ADMIN'), ['ADMIN', 'X'])).toBe(true)
})

describe('what may be done with a person', () => {
  const clerk = { id: 1, permissions: held('USER_ALL') }
  const boss = { id: 2, permissions: held('ADMIN') }
  test.for([
    [
      'an ordinary one by a clerk',
      clerk,
      { id: 9, enabled: true, permissions: [] },
      ['change', 'assignRoles', 'resetPassword', 'signOut', 'close', 'remove'],
    ],
    ['an administrator by a clerk', clerk, { id: 2, enabled: true, permissions: ['ADMIN'] }, []],
    ['himself', clerk, { id: 1, enabled: true, permissions: ['USER_ALL'] }, ['change']],
    [
      'an administrator by another',
      boss,
      { id: 3, enabled: true, permissions: ['ADMIN'] },
      ['change', 'assignRoles', 'resetPassword', 'signOut', 'close', 'remove'],
    ],
    [
      'anybody by somebody who only looks',
      { id: 5, permissions: held('USER_SELECT') },
      { id: 9, enabled: true, permissions: [] },
      [],
    ],
  ] as const)('%s', ([, actor, person, can]) => expect(actionsOn(actor, person)).toEqual(can))
})

test('a password to be handed over is one the portal accepts, without letters that look alike', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const made = Array.from({ length: 200 }, () => makeTemporaryPassword(random))
  expect(
    made.every(
      (p) =>
        password.safeParse(p).success && /^([a-hj-km-np-z]{3}[2-9])(-[a-hj-km-np-z]{3}[2-9]){2}$/.test(p),
    ),
  ).toBe(true)
  expect(new Set(made).size).toBe(200)
})

describe('the tree of permissions', () => {
  const row = (id: number, parentId: number | null) => ({
    id,
    parentId,
    code: `C${id}`,
    name: `${id}`,
    sort: id,
    builtin: false,
  })
  const rows = [row(1, null), row(2, 1), row(3, 1), row(4, 3), row(5, null)]
  test('hangs children under their parents', () => {
    const [one, five] = buildTree(rows)
    expect([
      one?.children.map((c) => c.id),
      one?.children[1]?.children.map((c) => c.id),
      five?.children,
    ]).toEqual([[2, 3], [4], []])
  })
  test.for([
    [1, 4, true],
    [3, 3, true],
    [3, 2, false],
    [4, 5, false],
    [1, null, false],
  ] as const)('%i under %i closes a ring: %s', ([id, parent, ring]) => {
    expect(closesRing(rows, id, parent)).toBe(ring)
  })
})

describe('what a campus says of somebody', () => {
  test('is read under many names, cleaned and cut', () => {
    expect(
      readFacts({
        CN: [' 张\u0000三 '],
        eduPersonMail: ['x', 'Z@X.edu'],
        ou: ['物理学院'],
        eduPersonAffiliation: ['Faculty'],
      }),
    ).toEqual({
      name: '张三',
      email: 'z@x.edu',
      depts: ['物理学院'],
      kinds: ['教师'],
    })
  })
  test('may be nothing at all', () =>
    expect(readFacts({})).toEqual({ name: null, email: null, depts: [], kinds: [] }))
  test('prototype names are no attributes', () => expect(readFacts({ constructor: ['x'] }).name).toBeNull())
  test.for([
    ['ZhangSan', 'zhangsan'],
    [' 20260001 ', '20260001'],
    ['a b', undefined],
    ['张三', undefined],
    ['', undefined],
    [`a${'b'.repeat(64)}`, undefined],
  ] as const)('%s is the username %s', ([subject, username]) => {
    expect(toUsername(subject)).toBe(username)
  })
})
