import { InputNumber } from 'antd'

interface Props {
  id?: string
  /** A whole number of the smallest part: with two `digits`, hundredths. */
  value?: number | null
  onChange?: (value: number | null) => void
  digits: number
  prefix?: string
  disabled?: boolean
}
/** People type decimals, the program holds whole parts of them. */
export const ScaledInput = ({ id, value, onChange, digits, prefix, disabled = false }: Props) => (
  <InputNumber
    id={id ?? ''}
    inputMode="decimal"
    controls={false}
    min={0}
    disabled={disabled}
    style={{ width: '100%' }}
    {...(prefix && { prefix })}
    value={typeof value === 'number' ? value / 10 ** digits : null}
    onChange={(n) => onChange?.(n === null ? null : Math.round(n * 10 ** digits))}
  />
)
