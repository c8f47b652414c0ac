import { readFileSync } from 'node:fs'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { messages, questions } from '../lib/tell.ts'

// Loading a page's modules may block the only thread for a second on a busy machine, so a late screen is not
// a failure.
configure({ asyncUtilTimeout: 10_000 })

// Test files of a worker share one document, in which the next file would find a page that a test leaves.
afterEach(cleanup)
// So would it find a message that nobody has read, a question that nobody has answered, a draft of its form.
messages.set([])
questions.set([])
localStorage.clear()

// Test files of a worker share loaded modules. A file that mocks one would get the real module that another
// file has loaded, and would leave its mock to the next.
const { testPath } = expect.getState()
if (testPath && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
