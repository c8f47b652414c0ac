import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flowPages } from './flows.ts'

test.each(Object.entries(flowPages))(
  'docs/flows/%s says what the program does (npm run flows)',
  (name, text) => {
    expect(readFileSync(new URL(`../docs/flows/${name}`, import.meta.url), 'utf8')).toBe(text)
  },
)
