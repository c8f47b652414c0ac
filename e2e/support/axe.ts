import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { filled } from './arrive.ts'

/** Never more than moderate, and not looked for: `region` alone looks at every element. */
const moderate = [
  'region',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-unique',
  'landmark-one-main',
  'page-has-heading-one',
  'skip-link',
  'empty-heading',
  'aria-allowed-role',
  'presentation-role-conflict',
]
export const options: RunOptions = {
  resultTypes: ['violations'],
  // Style sheets and media are fetched anew for a rule on sound that plays by itself: nothing here does.
  preload: false,
  rules: Object.fromEntries(moderate.map((rule) => [rule, { enabled: false }])),
}

/** The rows of a table are made alike: the first few stand for all. */
const ALIKE = 'tbody tr:nth-child(n+6)'

/**
 * The frame around the screens: what of it was looked at in this document by this light, and is still the
 * same, is not looked at again.
 */
const FRAME = '.front-header > *, .back-bar > *, .side-menu li'
const LOOKED_AT = 'data-looked-at'

/**
 * What axe finds serious or critical, on the page or the part of it named `within`: each rule with the first
 * elements. Axe takes some hundred milliseconds and keeps the styles it reads first, so that a button which
 * becomes enabled meanwhile counts as pale: a fault is one that is still there when the page is looked at
 * again.
 */
export async function accessibilityFaults(page: Page, within?: string): Promise<string[]> {
  const passing = await look(page, within)
  if (passing.length === 0) return []
  await filled(page)
  await page.waitForTimeout(500)
  const faults = await look(page, within)
  if (faults.length === 0) console.log(`axe, gone when looked at again: ${page.url()}: ${passing.join('; ')}`)
  return faults
}

/** Half a megabyte that a document is given once, however many screens are looked at in it. */
export async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function look(page: Page, within: string | undefined): Promise<string[]> {
  await bringAxe(page)
  const violations = await page.evaluate(
    async ([include, alike, how, frame, mark]) => {
      const at = window as unknown as { axe: typeof axe; lookedAt?: Set<string> }
      const before = (at.lookedAt ??= new Set())
      const parts = frame
        ? [...document.querySelectorAll(frame)].filter((part) => part.checkVisibility())
        : []
      for (const part of parts) part.removeAttribute(mark)
      const { theme } = document.documentElement.dataset
      const markup = parts.map((part) => `${theme} ${part.outerHTML}`)
      for (const [i, part] of parts.entries()) if (before.has(markup[i] ?? '')) part.setAttribute(mark, '')
      const found = await at.axe.run({ include, exclude: `${alike}, [${mark}]` }, how)
      if (found.violations.length === 0) for (const one of markup) before.add(one)
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        elements: nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} (${n.any[0]?.message ?? ''})`),
      }))
    },
    [within ?? 'html', ALIKE, options, within ? '' : FRAME, LOOKED_AT] as const,
  )
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.elements.join(' | ')}`)
}
