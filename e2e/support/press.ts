import type { Page } from '@playwright/test'

// Whether a button does anything: what a reader would see of it, or what it asks the server for.

interface Watched {
  /** Requests, sheets to print, files, windows: what leaves the page. */
  left: number
}

/** Before the first load: nothing is written, printed, opened or handed over, but all of it is noticed. */
export async function watch(page: Page): Promise<void> {
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

/**
 * Presses each button of the page that `done` does not name yet, one of each name, and shuts what opens. The
 * names of those that did nothing; stops where one leads elsewhere.
 */
export const press = (page: Page, done: string[]) =>
  page.evaluate(async (before) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const tried = new Set(before)
    const nameOf = (b: Element) =>
      (b.getAttribute('aria-label') ?? b.textContent).replaceAll(/[\d\s]|[“（(].*$/g, '').slice(0, 6)
    const { watched } = window as unknown as { watched: Watched }
    /** Not the waves that buttons of antd make. */
    const told = ({ type, target, addedNodes, removedNodes, attributeName }: MutationRecord) =>
      type !== 'childList'
        ? attributeName !== 'style'
        : [...addedNodes, ...removedNodes].some((n) => n.textContent !== '') || target !== document.body
    const idle: string[] = []
    const here = location.href
    for (;;) {
      const button = [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
        (b) =>
          !b.disabled &&
          b.checkVisibility({ visibilityProperty: true }) &&
          b.getAttribute('aria-current') === null &&
          // Chosen already: it stays so.
          !(b.getAttribute('aria-pressed') === 'true' || b.getAttribute('aria-selected') === 'true') &&
          !tried.has(nameOf(b)),
      )
      if (!button || tried.size >= 40) break
      tried.add(nameOf(button))
      const [left, focus] = [watched.left, document.activeElement]
      let changed = false
      const observer = new MutationObserver((list) => (changed ||= list.some(told)))
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      button.click()
      // What is loaded for it first takes its time on a busy machine.
      const until = performance.now() + 3_000
      const did = () =>
        changed || watched.left > left || location.href !== here || document.activeElement !== focus
      while (!did() && performance.now() < until) await pause(15)
      observer.disconnect()
      if (!did()) idle.push(button.textContent || nameOf(button))
      await pause(30)
      // As Escape does: a question that is only shut still waits for its answer, and none is asked meanwhile.
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
        dialog.close()
      }
      for (const x of document.querySelectorAll<HTMLElement>('.ant-modal-close, .ant-drawer-close')) x.click()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      if (location.href !== here) break
    }
    return { idle, tried: [...tried], moved: location.href !== here }
  }, done)
