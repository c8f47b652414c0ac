import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { useArrival } from './arrival.ts'

function Frame() {
  useArrival('报修维修')
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">筛选</button>
      <Outlet />
    </main>
  )
}
/** A list and its rows on one path, as most lists of the equipment office are. */
function Page() {
  const id = useSearchParams()[0].get('id')
  return id ? <h1>报修单 {id}</h1> : <button type="button">查看</button>
}
function draw() {
  const router = createMemoryRouter([
    {
      path: '/',
      element: <Frame />,
      children: [
        { index: true, element: <Page /> },
        { path: 'other', element: <h1>另一页</h1> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  return (to: string) => act(() => router.navigate(to))
}
const focus = (name: string) => screen.getByRole('button', { name }).focus()

test('whoever opens a row of a list is led to it, also where the path stays', async () => {
  const go = draw()
  focus('查看')
  await go('/?id=5')
  screen.getByRole('heading', { name: '报修单 5' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('whoever only filters or turns the page stays where the focus is', async () => {
  const go = draw()
  focus('筛选')
  await go('/?page=2')
  await go('/?deviceId=7')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '筛选' }))
  await go('/other')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
