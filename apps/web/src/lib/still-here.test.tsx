import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useStillHere } from './still-here.ts'

test('nobody is brought back to the page that he has just left', async () => {
  let isStillHere = () => false
  function Inbox() {
    isStillHere = useStillHere()
    return <p>审核任务</p>
  }
  let arrive = () => {}
  const arrived = new Promise<null>((go) => (arrive = () => go(null)))
  const router = createMemoryRouter([
    { path: '/', loader: () => null, element: <Inbox />, hydrateFallbackElement: <p /> },
    { path: '/policies', loader: () => arrived, element: <p>政策法规</p> },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByText('审核任务')
  expect(isStillHere()).toBe(true)
  // A change of the query stays on the same page.
  await act(() => router.navigate('/?task=1'))
  expect(isStillHere()).toBe(true)

  const leaving = router.navigate('/policies')
  expect(isStillHere()).toBe(false)
  await act(async () => {
    arrive()
    await leaving
  })
  await screen.findByText('政策法规')
  expect(isStillHere()).toBe(false)
})
