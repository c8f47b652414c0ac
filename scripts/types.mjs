// `npm run types`: every program of the project, two at a time. One checker each: a second would type the
// shared half of a program again.
import { inRoot, run, withNode24 } from './lib.mjs'

const lanes = [
  ['apps/server'],
  ['apps/web', 'packages/contract', 'packages/form-kit', 'packages/process-kit', 'tsconfig.tools.json'],
]
const check = (project) =>
  run(inRoot('node_modules/.bin/tsc'), ['-p', inRoot(project), '--checkers', '1', '--pretty'], {
    env: withNode24(),
  })

const codes = await Promise.all(
  lanes.map(async (projects) => {
    let worst = 0
    for (const project of projects) worst = Math.max(worst, await check(project))
    return worst
  }),
)
process.exitCode = Math.max(...codes)
