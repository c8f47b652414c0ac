import { useCodeOptions } from '../../dictionary/shared/code-options.ts'

/** 公共服务平台 for the value 3 of `lab_type`; the value itself until the words are there. */
export function useWords(type: 'lab_type' | 'lab_grade'): (value: string | null) => string | null {
  const options = useCodeOptions(type)
  return (value) => options.find((d) => d.value === value)?.label ?? value
}
