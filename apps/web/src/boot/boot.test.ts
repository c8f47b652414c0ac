import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  delete window.__boot
  Reflect.deleteProperty(document, 'cookie')
  vi.unstubAllGlobals()
})

test('a cookie of another application that cannot be decoded does not stop the program', async () => {
  // The build inserts the table of screens.
  vi.stubGlobal('SCREENS_AHEAD', {})
  const cookie = 'theme=%E0%A4%A; token=50%'
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => cookie })
  await import('./boot.ts')
  expect(window.__boot?.token).toBeNull()
})
