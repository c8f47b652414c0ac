/**
 * Does what takes long once the press that asked for it is seen: a list of twenty rows takes a slow machine
 * longer to draw than a hand waits for an answer.
 */
export function afterPaint(act: () => void): void {
  // Nothing is painted in a tab that nobody sees.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
