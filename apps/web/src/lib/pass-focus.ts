/**
 * For the click on a button that removes its own row, or is disabled by what it does: once it is gone, the
 * one at its place, or else the last one before it, takes the focus. The browser would give it to the whole
 * page, at whose top screen readers begin. Only buttons take it, because a text field would open a phone's
 * keyboard. A press of the mouse passes none: Space, by which its user scrolls on, would press the next one.
 *
 * @param deed Settles when it is done, if that takes time. A button that is still there takes the focus
 * again, which it has lost if it was disabled meanwhile.
 * @param among Selects the buttons that may take it: none whose press does something else beyond recall.
 */
export function passFocusOn(button: HTMLElement, deed?: Promise<unknown>, among = 'button'): void {
  if (!button.matches(':focus-visible')) return
  const around = button.closest('form, dialog, main') ?? document.body
  const listButtons = () => [...around.querySelectorAll<HTMLElement>(among)]
  const at = listButtons().findIndex((b) => b === button)
  const pass = () => {
    if (document.activeElement !== document.body) return
    const left = listButtons()
    const from = button.isConnected ? left.findIndex((b) => b === button) : at
    for (const one of [...left.slice(from), ...left.slice(0, from).toReversed()]) {
      one.focus() // one that is disabled or hidden does not take it
      if (document.activeElement === one) return
    }
  }
  const later = () => void setTimeout(pass)
  if (deed) deed.then(later, later)
  else later()
}
