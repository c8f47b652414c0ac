import { expect, it } from 'vitest'
import type { RouteObject } from 'react-router'
import { screenPaths } from '../lib/screen-paths.ts'
import { featureRoutes, routes } from './routes.tsx'
import { siteMap } from './site-map.ts'

const pathsOf = (list: readonly RouteObject[]): string[] =>
  list.flatMap((r) => [...(r.path ? [r.path] : []), ...(r.children ? pathsOf(r.children) : [])])

it('has every screen of the specification, each once', () => {
  const have = pathsOf(routes).filter((p) => p !== '*')
  expect([...have].sort()).toEqual([...screenPaths].sort())
})
it('no two features claim one screen', () => {
  const claimed = featureRoutes.map((r) => r.path)
  expect(claimed.filter((p, i) => claimed.indexOf(p) !== i)).toEqual([])
})
it('every screen has a Chinese title', () => {
  for (const path of screenPaths) expect(siteMap[path].title).toMatch(/[\u4e00-\u9fff]/)
})
