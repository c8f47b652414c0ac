import { expect, it } from 'vitest'
import type { RouteObject } from 'react-router'
import { screenPaths, screens } from '@portal/contract/screens'
import { pageFile } from '../lib/page-file.ts'
import { routes } from './routes.tsx'

const listPaths = (list: readonly RouteObject[]): string[] =>
  list.flatMap((r) => [...(r.path ? [r.path] : []), ...(r.children ? listPaths(r.children) : [])])

it('has every screen of the specification, each once', () => {
  const have = listPaths(routes).filter((p) => p !== '*')
  expect([...have].sort()).toEqual([...screenPaths].sort())
})
it('every screen has a Chinese title', () => {
  for (const path of screenPaths) expect(screens[path].title).toMatch(/[\u4e00-\u9fff]/)
})
it('every page is of a screen, and draws', () => {
  const pages = import.meta.glob<string>(['/src/app/*.page.tsx', '/src/features/*/pages/*.page.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const named = screenPaths.flatMap((path) => screens[path].page ?? []).map(pageFile)
  expect(Object.keys(pages).filter((file) => !named.includes(file))).toEqual([])
  expect(named.filter((file) => !/^export default function \w+\(\)/m.test(pages[file] ?? ''))).toEqual([])
})
