import { useCodeLabels } from '../../dictionary/shared/code-options.ts'

/** Converts the value 3 of `lab_type` to 公共服务平台; returns the value itself until the dictionary is loaded. */
export function useWords(type: 'lab_type' | 'lab_grade'): (value: string | null) => string | null {
  const labels = useCodeLabels(type)
  return (value) => value && (labels.get(value) ?? value)
}
