import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useSecret } from './secret.ts'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const Shown = () => <p>秘密：{useSecret('token') || '无'}</p>
function open(address: string): void {
  history.replaceState({ idx: 2 }, '', address)
  const routes = [{ path: '/opened', element: <Shown /> }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />)
}

test.for(['/opened#token=abc-_1', '/opened?token=abc-_1'])(
  'the secret of %s is read and taken out of the address',
  async (address) => {
    open(address)
    expect(await screen.findByText('秘密：abc-_1')).toBeTruthy()
    expect(location.pathname + location.search + location.hash).toBe('/opened')
    expect(history.state).toEqual({ idx: 2 })
  },
)

test('an address without one stays as it is', async () => {
  open('/opened?from=mail#part')
  expect(await screen.findByText('秘密：无')).toBeTruthy()
  expect(location.search + location.hash).toBe('?from=mail#part')
})
