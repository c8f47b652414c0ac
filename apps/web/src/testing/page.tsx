import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { onTestFinished } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'

// What a component of the portal stands in: the program's query client, a router, a signed-in person.

const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Renders a component that makes calls, without a router. */
export const renderPart = (part: ReactElement) => render(part, { wrapper: Queries })

interface Place {
  /** The address of the page, with its query. */
  at?: string
  /** Routes beside the page, such as the one to which it leads. */
  others?: readonly RouteObject[]
}
/** Renders a page, or a part with links, at an address. The result has the router too. */
export function renderPage(page: ReactElement, { at = '/', others = [] }: Place = {}) {
  const { pathname } = new URL(at, 'http://portal')
  const router = createMemoryRouter([{ path: pathname, element: page }, ...others], { initialEntries: [at] })
  return { ...renderPart(<RouterProvider router={router} />), router }
}

/** Takes off the screen what the test has rendered, and forgets what was read for it. */
export function clearPage(): void {
  cleanup()
  queryClient.clear()
}

/** Signs somebody in until the end of the test. Only these fields of the person are known. */
export function signIn(person: Partial<CurrentUser> = {}): void {
  const known: Partial<CurrentUser> = { uid: 1, roles: [], permissions: [], ...person }
  session.begin('t', known as CurrentUser, false) // a test gives the fields that its component reads
  onTestFinished(() => session.end())
}
