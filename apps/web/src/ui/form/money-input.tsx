import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { formatYuan, parseYuan } from '@portal/contract/kernel/money'

interface Props {
  id?: string
  /** Fen. */
  value?: number | null
  onChange?: (fen: number | null | undefined) => void
  disabled?: boolean
  placeholder?: string
}

/** People type yuan, the program holds fen. What is no amount becomes null, which no schema of an amount accepts. */
export function MoneyInput({ id, value, onChange, disabled, placeholder = '0.00' }: Props) {
  const [text, setText] = useState('')
  useEffect(() => {
    // From outside; not while the same amount is being typed as '12.' or '12.50'.
    if (typeof value === 'number' && parseYuan(text) !== value) setText(formatYuan(value).replaceAll(',', ''))
    if (value === undefined) setText('')
  }, [value])
  return (
    <Input
      id={id ?? ''}
      inputMode="decimal"
      prefix="¥"
      suffix="元"
      value={text}
      disabled={disabled ?? false}
      placeholder={placeholder}
      onChange={(e) => {
        setText(e.target.value)
        onChange?.(e.target.value.trim() === '' ? undefined : parseYuan(e.target.value))
      }}
      onBlur={() => typeof value === 'number' && setText(formatYuan(value).replaceAll(',', ''))}
    />
  )
}
