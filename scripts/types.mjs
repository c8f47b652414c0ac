// `npm run types`: checks every TypeScript program of the project, two at a time. Each uses one checker,
// since a second would check the shared half of the program again.
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
