/**
 * For the click on a button that removes its own row: once the button is gone, the one at its place, or else
 * the last one before it, takes the focus. The browser would give it to the whole page, at whose top screen
 * readers begin. Only buttons take it, because a text field would open a phone's keyboard.
 */
export function passFocusOn(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const around = button.closest('form, dialog, main') ?? document.body
  const listButtons = () => [...around.querySelectorAll('button')]
  const at = listButtons().findIndex((b) => b === button)
  setTimeout(() => {
    if (button.isConnected || document.activeElement !== document.body) return
    const left = listButtons()
    for (const next of [...left.slice(at), ...left.slice(0, at).toReversed()]) {
      next.focus() // one that is disabled or hidden does not take it
      if (document.activeElement === next) return
    }
  })
}
