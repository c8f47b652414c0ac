import { Input } from 'antd'
import { useState } from 'react'
import { formatYuan, parseYuan } from '@portal/contract/kernel/money'

interface Props {
  id?: string
  /** Fen. */
  value?: number | null
  onChange?: (fen: number | null | undefined) => void
  disabled?: boolean
  placeholder?: string
}

const plain = (fen: number | null | undefined): string => (typeof fen === 'number' ? formatYuan(fen).replaceAll(',', '') : '')

/** People type yuan, the program holds fen. What is no amount becomes null, which no schema of an amount accepts. */
export function MoneyInput({ id, value, onChange, disabled, placeholder = '0.00' }: Props) {
  const [text, setText] = useState(() => plain(value))
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // From outside; not while the same amount is being typed as '12.' or '12.50', nor while it is no amount yet.
    if (value === undefined || (value !== null && parseYuan(text) !== value)) setText(plain(value))
  }
  return (
    <Input
      id={id ?? ''}
      inputMode="decimal"
      prefix="¥"
      value={text}
      disabled={disabled ?? false}
      placeholder={placeholder}
      onChange={(e) => {
        setText(e.target.value)
        onChange?.(e.target.value.trim() === '' ? undefined : parseYuan(e.target.value))
      }}
      onBlur={() => typeof value === 'number' && setText(plain(value))}
    />
  )
}
