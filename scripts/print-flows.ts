// `npm run flows`: writes docs/flows again.
import { writeFileSync } from 'node:fs'
import { flowPages } from './flows.ts'

for (const [name, text] of Object.entries(flowPages))
  writeFileSync(new URL(`../docs/flows/${name}`, import.meta.url), text)
