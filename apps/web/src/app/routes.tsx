/**
 * How to add a screen (the path stands in `site-map.ts` already, with title, frame and rights):
 *
 * 1. `features/<d>/<d>.queries.ts`, the only file that calls the server:
 *      export const useCards = listOf(fundCardCalls.list)                 // rows for a ListPage
 *      export const useCard = readOf(fundCardCalls.get)                   // useCard({ params: { id } })
 *      export const useCreateCard = writeOf(fundCardCalls.create, [fundCardCalls.list])  // reads the list again
 * 2. `features/<d>/pages/<name>.page.tsx` with a default export that draws, from `ui/`:
 *      list    <ListPage title rows={useCards} columns filters actions />
 *      form    const form = useSubmit(useCreateCard(), {…}); <FormPage form={form}>…<Field name label/>…</FormPage>
 *      detail  <DetailPage title query={card}>{(c) => <Facts …/>}</DetailPage>
 * 3. `features/<d>/<d>.routes.tsx`:
 *      export const routes: AppRoute[] = [{ path: '/account/finance', page: () => import('./pages/finance.page.tsx') }]
 *    It is found by itself (the glob below); until then the path shows `Later`.
 * 4. If the first thing the page reads can be told from its address, add a line to `boot/first-data.ts`.
 *
 * Pages get antd's frame and languages by themselves unless the route says `light`.
 */
import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router'
import type { AppRoute } from '../lib/app-route.ts'
import { screenPaths, type ScreenPath } from '../lib/screen-paths.ts'
import { guard } from './guard.ts'
import { AccountLayout } from './layouts/account/account-layout.tsx'
import { EquipmentLayout } from './layouts/equipment/equipment-layout.tsx'
import { FrontLayout } from './layouts/front/front-layout.tsx'
import { LabLayout } from './layouts/lab/lab-layout.tsx'
import { ShareLayout } from './layouts/share/share-layout.tsx'
import { Later } from './later.tsx'
import { PageBroken, RootFrame } from './root-frame.tsx'
import { siteMap, type Area } from './site-map.ts'

const found = import.meta.glob<AppRoute[]>('../features/*/*.routes.{ts,tsx}', {
  eager: true,
  import: 'routes',
})
/** Screens that belong to the frames themselves. */
const ownRoutes: readonly AppRoute[] = [
  { path: '/osp/develop', page: () => import('./develop.page.tsx'), light: true },
  { path: '/maintain/index', page: () => import('./back-index.page.tsx'), light: true },
]
export const featureRoutes: readonly AppRoute[] = [...ownRoutes, ...Object.values(found).flat()]
const pages = new Map(featureRoutes.map((r) => [r.path, r]))

/** §8: a page that does not arrive in two minutes has failed. */
const CHUNK_TIMEOUT_MS = 120_000
const inTime = <T,>(load: Promise<T>): Promise<T> =>
  Promise.race([
    load,
    new Promise<never>((_, fail) =>
      setTimeout(
        () => fail(new TypeError('Failed to fetch dynamically imported module: timeout')),
        CHUNK_TIMEOUT_MS,
      ),
    ),
  ])

async function componentOf({ page, light }: AppRoute): Promise<ComponentType> {
  if (light) return (await inTime(page())).default
  const [{ default: Page }, { AntdFrame }] = await inTime(
    Promise.all([page(), import('../ui/antd-frame.tsx')]),
  )
  return function Framed() {
    return (
      <AntdFrame>
        <Page />
      </AntdFrame>
    )
  }
}

function routeOf(path: ScreenPath): RouteObject {
  const route = pages.get(path)
  return {
    path,
    handle: siteMap[path],
    loader: ({ request }) => guard(path, request),
    errorElement: <PageBroken />,
    ...(route ? { lazy: async () => ({ Component: await componentOf(route) }) } : { Component: Later }),
  }
}

const inArea = (area: Area): RouteObject[] =>
  screenPaths.filter((p) => p !== '/' && siteMap[p].area === area).map(routeOf)

export const routes: RouteObject[] = [
  {
    Component: RootFrame,
    errorElement: <PageBroken />,
    children: [
      { path: '/', loader: () => redirect('/osp/home') },
      ...inArea('standalone'),
      {
        Component: FrontLayout,
        children: [
          ...inArea('front'),
          { Component: LabLayout, children: inArea('lab') },
          { Component: ShareLayout, children: inArea('share') },
          { Component: AccountLayout, children: inArea('account') },
          { Component: EquipmentLayout, children: inArea('equipment') },
        ],
      },
      {
        lazy: async () => ({ Component: (await inTime(import('./layouts/back/back-layout.tsx'))).default }),
        children: inArea('back'),
      },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
