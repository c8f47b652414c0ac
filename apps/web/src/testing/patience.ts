import { readFileSync } from 'node:fs'
import { configure } from '@testing-library/react'
import { afterAll, expect, vi } from 'vitest'

// Loading a page's modules may hold the one thread for a second on a busy machine: a screen that comes late
// is not a screen that never comes.
configure({ asyncUtilTimeout: 10_000 })

// Files of a worker share what they load. One that puts something else in a module's place would get the
// real one that another file has loaded, and leave its own to the next.
const { testPath } = expect.getState()
if (testPath && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
