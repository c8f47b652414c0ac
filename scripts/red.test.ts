import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, so that it runs on any Node
import { listRedStories, listRedUnits } from './red.mjs'

test('a red unit test is told with its file, and so is a file that does not load', () => {
  const green = { status: 'passed', ancestorTitles: [], title: 'sound', failureMessages: [] }
  const red = {
    status: 'failed',
    ancestorTitles: ['prices'],
    title: 'rise',
    failureMessages: ['expected 1\n  to be 2'],
  }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [green, red] },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [green] },
  ]
  expect(listRedUnits({ testResults })).toEqual([
    'a.test.ts › prices › rise\n    expected 1\n      to be 2',
    'b.test.ts › does not load\n    no such module',
  ])
})

test('a red story is told wherever it stands in the tree, a flaky one as well', () => {
  const green = { title: 'sound', ok: true, tests: [{ status: 'expected', results: [{}] }] }
  const red = {
    title: 'books',
    ok: false,
    tests: [{ status: 'unexpected', results: [{ error: { message: 'no button' } }] }],
  }
  const flaky = {
    title: 'pays',
    ok: true,
    tests: [{ status: 'flaky', results: [{ error: { message: 'too late' } }, {}] }],
  }
  const suites = [
    { file: 'a.spec.ts', specs: [green], suites: [{ file: 'a.spec.ts', specs: [red] }] },
    { file: 'b.spec.ts', specs: [flaky] },
  ]
  expect(listRedStories(suites)).toEqual([
    'a.spec.ts › books\n    no button',
    'b.spec.ts › pays\n    too late',
  ])
  expect(listRedStories()).toEqual([])
})
