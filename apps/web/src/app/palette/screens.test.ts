import { expect, test } from 'vitest'
import { findScreens, listScreens } from './screens.ts'

const titles = (permissions: string[]) => listScreens({ permissions, roles: [] }).map((s) => s.title)

test('only screens that open for whoever asks, each once', () => {
  const student = titles(['DEFAULT'])
  expect(student).toContain('我的预约')
  expect(student).not.toContain('角色管理')
  expect(titles(['ADMIN'])).toContain('角色管理')
  const paths = listScreens({ permissions: ['ADMIN'], roles: [] }).map((s) => s.path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('found by all words of what is typed, those that begin so first', () => {
  const screens = listScreens({ permissions: ['ADMIN'], roles: [] })
  expect(findScreens(screens, '仪器', 3)[0]?.title).toMatch(/^仪器/)
  expect(findScreens(screens, '数据维护 角色', 5).map((s) => s.title)).toEqual(['角色管理'])
  expect(findScreens(screens, '没有这样的页面', 5)).toEqual([])
})
