/** The summary of a failed test: its file, its title, and the first lines of its message. */
const say = (file, names, message = '') =>
  [`${file} › ${names.join(' › ')}`, ...message.split('\n').slice(0, 12)].join('\n    ').trimEnd()

/** The failed tests in vitest's JSON report. A file that does not load has its own message. */
export const listRedUnits = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const red = assertionResults.filter((test) => test.status === 'failed')
    if (red.length === 0 && status === 'failed') return [say(name, ['does not load'], message)]
    return red.map((test) => say(name, [...test.ancestorTitles, test.title], test.failureMessages[0]))
  })

/** The failed tests in Playwright's JSON report, a tree of suites with all attempts of each test. */
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
