/** Deepest nesting of a form (form-kit's limit) and therefore of its values. */
const DEEPEST = 100
/**
 * Checks level by level without recursion, because the input chooses the depth and could overflow the stack.
 */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return true
}
