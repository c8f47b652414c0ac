import type { Json } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { isRule } from '@portal/form-kit/form/inner'

/** Why a value cannot be a component's JSON; `null` if it can. */
export function judgeRule(value: Json): string | null {
  if (!isRule(value)) return '应为对象，并写明 type'
  const [fault] = parseForm([value]).faults
  return fault ? `${fault.path.replace(/^\[0\]\.?/, '')}：${fault.message}` : null
}
