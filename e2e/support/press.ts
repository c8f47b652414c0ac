import type { Page } from '@playwright/test'
import { type default as axe, type RunOptions } from 'axe-core'
import { bringAxe, options } from './axe.ts'

// Whether a button does anything: what a reader would see of it, or what it asks the server for.

interface Watched {
  /** Requests, sheets to print, files, windows: what leaves the page. */
  left: number
}

/** Of what axe looks for, what one light may show and the other not. */
const ofColour = ['color-contrast', 'link-in-text-block']

/**
 * Before the first load: nothing is written, printed, opened or handed over, but all of it is noticed. Light
 * or dark follows the system for who has not chosen, and the page may turn the system's.
 */
export async function watch(page: Page): Promise<void> {
  let light: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: light })
  await page.exposeFunction('turnLight', async () => {
    light = light === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: light })
  })
  await page.addInitScript(() => {
    const seen: Watched = { left: 0 }
    const notice = () => {
      seen.left += 1
      return null
    }
    const ask = window.fetch
    Object.assign(window, {
      watched: seen,
      print: notice,
      open: notice,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => {
        notice()
        const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
        return method === 'GET' ? ask(input, init) : Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    const { click } = HTMLElement.prototype
    HTMLInputElement.prototype.click = function press() {
      if (this.type === 'file') notice()
      else click.call(this)
    }
    HTMLAnchorElement.prototype.click = () => void notice() // a file to save
    HTMLElement.prototype.requestFullscreen = async () => void notice()
  })
}

export interface Pressed {
  /** Names of buttons that did nothing. */
  idle: string[]
  /**
   * What axe finds serious in the dialogs and drawers that opened, by light and by dark, and which of them
   * lost the focus.
   */
  faults: string[]
  tried: string[]
  moved: boolean
}

/**
 * Presses each button of the page that `done` does not name yet, one of each name, looks at what opens and
 * shuts it; stops where one leads elsewhere.
 */
export async function press(page: Page, done: string[]): Promise<Pressed> {
  await bringAxe(page)
  return page.evaluate(
    async ([before, how, ofColour]) => {
      const LAYERS = 'dialog[open], .ant-modal, .ant-drawer-content'
      const layers = () =>
        [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((l) =>
          l.checkVisibility({ visibilityProperty: true }),
        )
      const { axe: eyes, turnLight } = window as unknown as {
        axe: typeof axe
        turnLight: () => Promise<void>
      }
      const html = document.documentElement
      const faults: string[] = []
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const tried = new Set(before)
      const nameButton = (b: Element) =>
        (b.getAttribute('aria-label') ?? b.textContent).replaceAll(/[\d\s]|[“（(].*$/g, '').slice(0, 6)
      /** A button, or a line of a menu that it opens. */
      const findMenu = (b: Element) => b.closest<HTMLElement>('.menu-button > ul')
      const isOffered = (b: Element) =>
        (findMenu(b)?.parentElement ?? b).checkVisibility({ visibilityProperty: true })
      const { watched } = window as unknown as { watched: Watched }
      /** Not the waves that buttons of antd make. */
      const told = ({ type, target, addedNodes, removedNodes, attributeName }: MutationRecord) =>
        type !== 'childList'
          ? attributeName !== 'style'
          : [...addedNodes, ...removedNodes].some((n) => n.textContent !== '') || target !== document.body
      /** What moves in or waits is pale. */
      const stands = async (layer: HTMLElement) => {
        const ready = performance.now() + 2_000
        const waits = () =>
          layer.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning') ||
          layer.getAnimations({ subtree: true }).length > 0
        while (waits() && performance.now() < ready) await pause(30)
      }
      const look = async (layer: HTMLElement, what: RunOptions, button: Element) => {
        const { violations } = await eyes.run(layer, what)
        for (const { id, impact, nodes } of violations)
          if (impact === 'serious' || impact === 'critical')
            faults.push(
              `${button.textContent}, ${html.dataset['theme']}: ${id}: ${nodes[0]?.html.slice(0, 160)}`,
            )
      }
      const idle: string[] = []
      const here = location.href
      for (;;) {
        const button = [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
          (b) =>
            !b.disabled &&
            isOffered(b) &&
            b.getAttribute('aria-current') === null &&
            // Chosen already: it stays so.
            !(b.getAttribute('aria-pressed') === 'true' || b.getAttribute('aria-selected') === 'true') &&
            !tried.has(nameButton(b)),
        )
        if (!button || tried.size >= 40) break
        tried.add(nameButton(button))
        const menu = findMenu(button)
        const opener = menu?.parentElement?.querySelector('button')
        if (menu?.hidden) {
          opener?.click()
          await pause(30)
        }
        // As a hand does, whose place is gone back to.
        button.focus()
        await pause(15)
        if (!button.checkVisibility({ visibilityProperty: true })) continue
        const [left, focus] = [watched.left, document.activeElement]
        const stood = new Set(layers())
        let changed = false
        // That a menu shuts is not what its line does.
        const isMenus = ({ target }: MutationRecord) => menu?.parentElement?.contains(target) === true
        const observer = new MutationObserver(
          (list) => (changed ||= list.some((one) => told(one) && !isMenus(one))),
        )
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        button.click()
        // What is loaded for it first takes its time on a busy machine.
        const until = performance.now() + 3_000
        const hasMoved = () => document.activeElement !== focus && document.activeElement !== opener
        const did = () => changed || watched.left > left || location.href !== here || hasMoved()
        while (!did() && performance.now() < until) await pause(15)
        observer.disconnect()
        if (!did()) idle.push(button.textContent || nameButton(button))
        await pause(30)
        const opened = layers().filter((l) => !stood.has(l))
        for (const layer of opened) {
          await stands(layer)
          if (!layer.isConnected) continue
          await look(layer, how, button)
          const { theme } = html.dataset
          await turnLight()
          const turned = performance.now() + 2_000
          while (html.dataset['theme'] === theme && performance.now() < turned) await pause(5)
          if (html.dataset['theme'] === theme) faults.push(`${button.textContent}: the light does not turn`)
          await stands(layer)
          await look(layer, { ...how, runOnly: ofColour }, button)
        }
        // As Escape does: a question that is only shut still waits for its answer, and none is asked
        // meanwhile.
        for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
          dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
          dialog.close()
        }
        for (const x of document.querySelectorAll<HTMLElement>('.ant-modal-close, .ant-drawer-close'))
          x.click()
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        if (location.href !== here) break
        if (opened.length > 0) {
          const back = performance.now() + 1_500
          const lost = () => document.activeElement === null || document.activeElement === document.body
          while ((lost() || layers().length > stood.size) && performance.now() < back) await pause(15)
          if (lost()) faults.push(`${button.textContent}: the focus is lost when it shuts`)
        }
      }
      return { idle, faults, tried: [...tried], moved: location.href !== here }
    },
    [done, options, ofColour] as const,
  )
}
