/**
 * Runs slow work after the browser has painted the click that asked for it. A slow machine takes longer to
 * draw a list of twenty rows than a user waits for feedback.
 */
export function afterPaint(act: () => void): void {
  // A hidden tab is never painted, so there is no frame to wait for.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
