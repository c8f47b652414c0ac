import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { judgeByChance, type Verdicts } from '@portal/form-kit/form/verdicts'
import { rolldown } from 'rolldown'

const SUBMISSIONS = 100_000
const SEED = 20261126

/** Bundles the form kit for the browser: one script that defines the global `verdicts`. */
async function bundleKit(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(import.meta.resolve('@portal/form-kit/form/verdicts')),
    tsconfig: false,
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'verdicts', minify: true })
  await bundle.close()
  return output[0].code
}

test('a browser judges 100,000 submissions as the server does', async ({ page }) => {
  await page.addScriptTag({ content: await bundleKit() })
  const inBrowser = page.evaluate(
    ([seed, count]) =>
      (globalThis as unknown as { verdicts: { judgeByChance: typeof judgeByChance } }).verdicts.judgeByChance(
        seed,
        count,
      ),
    [SEED, SUBMISSIONS] as const,
  )
  const onServer: Verdicts = judgeByChance(SEED, SUBMISSIONS)
  expect(await inBrowser).toEqual(onServer)
  // Both verdicts are frequent, so the comparison is meaningful.
  expect(Math.min(onServer.accepted, onServer.refused)).toBeGreaterThan(SUBMISSIONS / 10)
})
