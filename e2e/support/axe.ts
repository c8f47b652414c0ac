import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Never more than moderate, and not looked for: `region` alone looks at every element. */
const moderate = ['region', 'heading-order', 'landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-unique', 'landmark-one-main', 'page-has-heading-one', 'skip-link', 'empty-heading', 'aria-allowed-role', 'presentation-role-conflict']
const options: RunOptions = { resultTypes: ['violations'], rules: Object.fromEntries(moderate.map((rule) => [rule, { enabled: false }])) }

/** The rows of a table are made alike: the first few stand for all. */
const ALIKE = 'tbody tr:nth-child(n+6)'

/** What axe finds serious or critical, on the page or the part of it named `within`: each rule with the first elements. */
export async function accessibilityFaults(page: Page, within?: string): Promise<string[]> {
  // Half a megabyte that a document is given once, however many screens are looked at in it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async ([include, exclude, how]) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({ include, exclude }, how)
    return found.violations.map(({ id, impact, nodes }) => ({ id, impact, elements: nodes.slice(0, 3).map((n) => n.html.slice(0, 160)) }))
  }, [within ?? 'html', ALIKE, options] as const)
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.elements.join(' | ')}`)
}
