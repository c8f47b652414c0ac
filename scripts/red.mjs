/** What the end of a run says about a red test: where it is, what it is called, and how its message begins. */
const say = (file, names, message = '') =>
  [`${file} › ${names.join(' › ')}`, ...message.split('\n').slice(0, 12)].join('\n    ').trimEnd()

/** From the JSON that vitest writes. A file that does not load has a message of its own. */
export const listRedUnits = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const red = assertionResults.filter((test) => test.status === 'failed')
    if (red.length === 0 && status === 'failed') return [say(name, ['does not load'], message)]
    return red.map((test) => say(name, [...test.ancestorTitles, test.title], test.failureMessages[0]))
  })

/** From the JSON that Playwright writes: a tree of suites, each test with all its attempts. */
export const listRedStories = (suites = []) =>
  suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map(({ title, tests }) => {
        const tries = tests.flatMap(({ results }) => results)
        return say(file, [title], tries.find(({ error }) => error)?.error.message)
      }),
    ...listRedStories(inner),
  ])
