/**
 * How to add a screen:
 *
 * 1. Add a row to `packages/contract/src/screens.ts`: path, title, frame, page, who may open it, whether it
 *    is light, what it requests ahead, whether it is in the back office's menu. Until its page is made, the
 *    page is `LATER`.
 * 2. Write `features/<d>/<d>.queries.ts`, the only file that calls the server:
 *      export const useCards = defineList(fundCardCalls.list)  // rows for a ListPage
 *      export const useCard = defineRead(fundCardCalls.get)  // useCard({ params: { id } })
 *      // after success the list is read again
 *      export const useCreateCard = defineWrite(fundCardCalls.create, [fundCardCalls.list])
 * 3. Write `features/<d>/pages/<name>.page.tsx`, named `'<d>/<name>'` in the row. Its default export uses
 *    `ui/`:
 *      list    <ListPage title rows={useCards} columns filters actions />
 *      form    const form = useSubmit(useCreateCard(), {…})
 *              <FormPage form={form}>…<Field name label/>…</FormPage>
 *      detail  <DetailPage title query={card}>{(c) => <Facts …/>}</DetailPage>
 * 4. If the page's first request follows from its address, name it in the row by a word of
 *    `boot/first-data.ts`.
 *
 * Links (`to('/account/finance')`), rights, menus and preloads follow from the row. A page gets antd's frame
 * and languages unless the row says `light`.
 */
import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router'
import { screenPaths, screens, type Area, type ScreenPath } from '@portal/contract/screens'
import { pageFile } from '../lib/page-file.ts'
import { guard } from './guard.ts'
import { AccountLayout } from './layouts/account/account-layout.tsx'
import { EquipmentLayout } from './layouts/equipment/equipment-layout.tsx'
import { FrontLayout } from './layouts/front/front-layout.tsx'
import { LabLayout } from './layouts/lab/lab-layout.tsx'
import { ShareLayout } from './layouts/share/share-layout.tsx'
import { Later } from './later.tsx'
import { PageBroken, RootFrame } from './root-frame.tsx'

type Page = () => Promise<{ default: ComponentType }>
const pages = import.meta.glob<Awaited<ReturnType<Page>>>([
  '/src/app/*.page.tsx',
  '/src/features/*/pages/*.page.tsx',
])

/** A page file that does not arrive in two minutes counts as failed. */
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

async function findComponent(page: Page, light = false): Promise<ComponentType> {
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

function findRoute(path: ScreenPath): RouteObject {
  const { page: name, light } = screens[path]
  const page = name && pages[pageFile(name)]
  if (name && !page) throw new Error(`the page of ${path} is missing: ${pageFile(name)}`)
  return {
    path,
    handle: screens[path],
    loader: ({ request }) => guard(path, request),
    errorElement: <PageBroken />,
    ...(page
      ? { lazy: async () => ({ Component: await findComponent(page, light) }) }
      : { Component: Later }),
  }
}

const inArea = (area: Area): RouteObject[] =>
  screenPaths.filter((p) => p !== '/' && screens[p].area === area).map(findRoute)

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
