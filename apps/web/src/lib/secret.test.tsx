import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useSecret } from './secret.ts'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const Shown = () => <p>秘密：{useSecret('token') || '无'}</p>
function open(address: string) {
  history.replaceState({ idx: 2 }, '', address)
  const routes = [{ path: '/opened', element: <Shown /> }]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  /** As the browser does it for a link with a fragment only. */
  return (fragment: string) => {
    history.pushState(null, '', `/opened${fragment}`)
    return act(() => router.navigate(`/opened${fragment}`))
  }
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

test.for(['/opened#token=abc-_1', '/opened?token=abc-_1'])(
  'the secret of %s stays after a link within the page; another whole one replaces it',
  async (address) => {
    const follow = open(address)
    await screen.findByText('秘密：abc-_1')
    await follow('#main')
    screen.getByText('秘密：abc-_1')
    expect(location.hash).toBe('#main')
    await follow('#token=')
    await follow('#token=cut-off')
    screen.getByText('秘密：abc-_1')
    const another = 'B'.repeat(43)
    await follow(`#token=${another}`)
    screen.getByText(`秘密：${another}`)
    expect(location.hash).toBe('')
  },
)
