import type { Json } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { isRule } from '@portal/form-kit/form/inner'

/** A sentence why a value is no valid JSON of a component; `null` if it is. */
export function judgeRule(value: Json): string | null {
  if (!isRule(value)) return '应为对象，并写明 type'
  const [fault] = parseForm([value]).faults
  return fault ? `${fault.path.replace(/^\[0\]\.?/, '')}：${fault.message}` : null
}
