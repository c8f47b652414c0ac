/**
 * For the click on a button that removes its own row: once the button is gone, the one at its place, or else
 * the last one before it, takes the focus. The browser would give it to the whole page, at whose top screen
 * readers begin. Only buttons take it, because a text field would open a phone's keyboard.
 *
 * @param removing Settles when the row is gone, if that takes time. A button that is still there, because
 * that has failed, takes the focus again: it has lost it if it was disabled meanwhile.
 */
export function passFocusOn(button: HTMLElement, removing?: Promise<unknown>): void {
  if (document.activeElement !== button) return
  const around = button.closest('form, dialog, main') ?? document.body
  const listButtons = () => [...around.querySelectorAll('button')]
  const at = listButtons().findIndex((b) => b === button)
  const pass = () => {
    if (document.activeElement !== document.body) return
    const left = listButtons()
    const next = button.isConnected ? [button] : [...left.slice(at), ...left.slice(0, at).toReversed()]
    for (const one of next) {
      one.focus() // one that is disabled or hidden does not take it
      if (document.activeElement === one) return
    }
  }
  const later = () => void setTimeout(pass)
  if (removing) removing.then(later, later)
  else later()
}
